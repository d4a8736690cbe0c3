// cross.js — the tools by keyboard: a cross over the drawing that the arrows move, and Enter.
// SPDX-License-Identifier: MIT

export class Cross {
    constructor(tools) {
        this.tools = tools;
        this.line = null; // the corners of a cut or a protected shape so far
    }

    at() {
        const { tools } = this,
            { stage } = tools;
        const [, , w, h] = stage.panes[0].box;
        return (stage.cross ??= stage.toPlane([w / 2, h / 2]));
    }

    move(dx, dy) {
        const { tools } = this,
            { stage } = tools;
        const at = stage.toScreen(this.at()),
            [, , w, h] = stage.panes[0].box;
        stage.cross = stage.toPlane([
            Math.min(Math.max(at[0] + dx, 0), w),
            Math.min(Math.max(at[1] + dy, 0), h),
        ]);
        if (tools.tool.id === 'starch') stage.drafts = [tools.brushMark(stage.cross)];
        stage.hot = tools.tool.atRest ? null : stage.pinAt(stage.toScreen(stage.cross), 20);
        stage.redraw();
    }

    /** Enter at the cross. */
    act() {
        const { tools } = this,
            { stage } = tools;
        const point = [...this.at()];
        const pin = stage.pinAt(stage.toScreen(point), 24);
        switch (tools.tool.id) {
            case 'pin':
                return tools.pins.drop(point);
            case 'starch':
                return tools.finish([point], tools.settings.erase);
            case 'bone':
                if (pin === null) return undefined;
                if (tools.boneFrom === null || tools.boneFrom === pin) {
                    tools.boneFrom = pin;
                    tools.editor.choosePin(pin);
                    return undefined;
                }
                return tools.addBone(tools.boneFrom, pin);
            case 'protect':
            case 'cut':
                return this.extend(point);
            default:
                if (pin !== null) {
                    tools.editor.choosePin(pin);
                    stage.pinButton(pin)?.focus();
                }
                return undefined;
        }
    }

    /** Each Enter adds a corner; Enter where the last one is ends the line. */
    extend(point) {
        const { tools } = this,
            { stage } = tools;
        this.line ??= [];
        const last = this.line.at(-1);
        if (last && Math.hypot(point[0] - last[0], point[1] - last[1]) < 0.5) {
            const line = this.line;
            this.line = null;
            stage.drafts = [];
            return tools.finish(line);
        }
        this.line.push(point);
        stage.drafts = [{ kind: tools.tool.id === 'protect' ? 'lasso' : 'cut', points: this.line }];
        stage.redraw();
        return undefined;
    }

    cancel() {
        const { tools } = this,
            { stage } = tools;
        const had = this.line !== null || tools.boneFrom !== null;
        this.line = null;
        tools.boneFrom = null;
        stage.drafts = [];
        stage.redraw();
        return had;
    }
}
