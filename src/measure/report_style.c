// report_style.c — how a report looks: one column of words, pictures as wide as there is room,
// light and dark as the reader's system is. System fonts, one accent; color never says alone what
// words do not.
// SPDX-License-Identifier: MIT
#include "page.h"

// clang-format off: broken at its own braces and semicolons
const char *const page_style[] = {
    ":root{color-scheme:light dark;--paper:#fbfaf7;--sheet:#fff;--ink:#1c1b1a;--soft:#6a6660;"
    "--rule:#e4e0d8;--accent:#9a3324;--line:#2b4a7f;--good:#2f6b46;--good-back:#eef5ee;"
    "--bad:#a3221b;--bad-back:#fbeeea;--frame:#0000001a;--gap:clamp(1rem,3vw,2rem)}\n",
    "@media(prefers-color-scheme:dark){:root{--paper:#161615;--sheet:#1e1e1c;--ink:#ece9e2;"
    "--soft:#a09b92;--rule:#34322e;--accent:#e98a74;--line:#8fb1ec;--good:#86c79c;"
    "--good-back:#1a261e;--bad:#f0897c;--bad-back:#2c1a18;--frame:#ffffff1f}.legend .ramp,img{"
    "filter:brightness(.93)}}\n",
    "*{box-sizing:border-box}html{scroll-behavior:smooth;-webkit-text-size-adjust:100%}"
    "@media(prefers-reduced-motion:reduce){html{scroll-behavior:auto}}\n",
    "body{margin:0;background:var(--paper);color:var(--ink);"
    "font:16px/1.55 system-ui,-apple-system,\"Segoe UI\",Roboto,\"Noto Sans\","
    "\"DejaVu Sans\",sans-serif;font-variant-numeric:tabular-nums lining-nums;"
    "overflow-wrap:break-word}\n",
    "body>*{max-width:1180px;margin-inline:auto;padding-inline:clamp(1.1rem,4vw,3rem)}\n",
    "header{padding-top:clamp(2.2rem,6vw,4.5rem)}h1{"
    "font-size:clamp(1.9rem,1.3rem + 2.6vw,3.2rem);line-height:1.1;letter-spacing:-.02em;"
    "font-weight:650;margin:.2em 0 .35em;text-wrap:balance}\n",
    ".eyebrow{margin:0;color:var(--accent);font-size:.8rem;font-weight:600;"
    "letter-spacing:.09em;text-transform:uppercase}.about{margin:0;color:var(--soft)}"
    ".about span{white-space:nowrap}"
    ".about span:not(:last-child)::after{content:\"·\";margin:0 .55em}\n",
    ".verdict{margin:clamp(1.6rem,4vw,2.6rem) 0 0;"
    "padding:clamp(1.1rem,3vw,1.8rem) clamp(1.2rem,3.2vw,2.2rem);border-radius:14px;"
    "background:var(--good-back);border-left:5px solid var(--good)}.verdict.bad{"
    "background:var(--bad-back);border-color:var(--bad)}\n",
    ".verdict h2{margin:0;border:0;padding:0;font-size:clamp(1.3rem,1rem + 1.6vw,2rem);"
    "line-height:1.2;font-weight:620;letter-spacing:-.01em;color:var(--good);text-wrap:balance}"
    ".verdict.bad h2{color:var(--bad)}.verdict p{margin:.55em 0 0;max-width:62ch}\n",
    "nav{padding-block:1.6rem 0}nav ul{list-style:none;display:flex;flex-wrap:wrap;"
    "gap:.35rem 1.4rem;margin:0;padding:0}a{color:inherit;text-decoration-color:var(--accent);"
    "text-decoration-thickness:1px;text-underline-offset:.22em}a:hover{color:var(--accent)}"
    "a:focus-visible,.scroll:focus-visible{outline:2px solid var(--accent);outline-offset:3px}\n",
    "section{padding-top:clamp(2.6rem,6vw,4.2rem)}section>h2{"
    "font-size:clamp(1.35rem,1.1rem + 1vw,1.75rem);line-height:1.2;font-weight:620;"
    "letter-spacing:-.01em;margin:0}.lead{margin:.4em 0 1.5em;color:var(--soft);max-width:66ch}"
    "h3{font-size:1.08rem;font-weight:620;margin:2.2em 0 .7em}\n",
    "table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:baseline;"
    "padding:.58rem 1.1rem .58rem 0;border-bottom:1px solid var(--rule)}thead th{"
    "font-size:.8rem;font-weight:600;color:var(--soft);white-space:nowrap}tbody th{"
    "font-weight:520}td.value{font-size:1.2rem;font-weight:620;text-align:right;"
    "white-space:nowrap;padding-right:.5rem}th:nth-child(2){text-align:right;"
    "padding-right:.5rem}td.unit,td.says{color:var(--soft)}td.unit{white-space:nowrap}"
    "td.says b{font-weight:520;color:var(--ink)}\n",
    ".actors td,.actors th{white-space:nowrap}"
    ".actors td:nth-child(n+3),.actors th:nth-child(n+3){text-align:right}"
    ".actors th:nth-child(2){text-align:left}.scroll{overflow-x:auto}\n",
    ".charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,27rem),1fr));"
    "gap:2.4rem var(--gap)}figure{margin:0}.chart figcaption{color:var(--ink);margin:0;"
    "font-size:1rem;font-weight:600;line-height:1.35}.chart .unit{font-weight:400;"
    "color:var(--soft);margin-left:.35em}.chart .says{display:block;font-size:.86rem;"
    "font-weight:400;color:var(--soft)}\n",
    ".plot{position:relative;height:150px;margin:2rem .6rem 0 3.1rem}.plot svg{display:block;"
    "width:100%;height:100%;overflow:visible}.plot .line{fill:none;stroke:var(--line);"
    "stroke-width:1.8;stroke-linejoin:round;stroke-linecap:round}.plot .grid{"
    "stroke:var(--rule);stroke-width:1}.plot .limit{stroke:var(--bad);stroke-width:1.4}"
    ".plot .cue{stroke:var(--soft);stroke-width:1;stroke-dasharray:3 3;opacity:.75}.plot svg *{"
    "vector-effect:non-scaling-stroke}\n",
    ".plot span{position:absolute;font-size:.76rem;line-height:1;color:var(--soft);"
    "white-space:nowrap}.plot .y{right:100%;transform:translate(-.55rem,-50%)}.plot .x{"
    "top:100%;transform:translate(-50%,.5rem)}.plot .c{bottom:100%;"
    "transform:translate(-50%,-.3rem);font-weight:600;color:var(--ink)}.plot .c.up{"
    "transform:translate(-50%,-1.2rem)}.axis{margin:1.6rem .6rem 0 3.1rem;font-size:.76rem;"
    "color:var(--soft);display:flex;justify-content:space-between}.axis .key::before{"
    "content:\"\";display:inline-block;width:1.2em;border-top:2px solid var(--bad);"
    "vertical-align:.3em;margin-right:.45em}\n",
    ".cues{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr));"
    "gap:.15rem var(--gap);margin:0;padding-left:1.7rem}.cues li::marker{font-weight:600;"
    "color:var(--ink)}.cues b{font-weight:520}.cues span{color:var(--soft)}\n",
    "img{display:block;max-width:100%;height:auto;border-radius:8px;"
    "box-shadow:0 0 0 1px var(--frame)}figcaption{margin-top:.55rem;font-size:.86rem;"
    "color:var(--soft)}figcaption b{font-weight:520;color:var(--ink)}\n",
    ".sheet{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(29%,10.5rem),1fr));"
    "gap:1.1rem .9rem}.sheet img{width:100%;border-radius:6px}.sheet figcaption{"
    "margin-top:.3rem;font-size:.8rem}\n",
    ".legend{display:grid;gap:.3rem;max-width:24rem;margin:0 0 1.8rem;font-size:.76rem;"
    "color:var(--soft)}.legend .ramp{height:10px;border-radius:5px;"
    "box-shadow:0 0 0 1px var(--frame)}.legend .marks{position:relative;height:1.2em}"
    ".legend .marks span{position:absolute;transform:translateX(-50%)}"
    ".legend .marks span:first-child{transform:none}.legend .marks span:last-child{"
    "transform:translateX(-100%)}.legend .over::before{content:\"\";display:inline-block;"
    "width:.8em;height:.8em;border-radius:2px;background:#006bff;margin:0 .4em 0 1.2em;"
    "vertical-align:-.05em}\n",
    ".legends{display:flex;flex-wrap:wrap;gap:0 var(--gap)}.legends .legend{flex:1 1 17rem}\n",
    "article{margin-top:2.6rem;padding-top:1.6rem;border-top:1px solid var(--rule)}article h3{"
    "margin:0 0 .6rem;font-size:1.2rem}.place{display:inline-grid;place-items:center;"
    "width:1.75em;height:1.75em;margin-right:.35em;border-radius:50%;font-size:.8em;"
    "background:var(--ink);color:var(--paper)}\n",
    ".facts{display:flex;flex-wrap:wrap;gap:.4rem 1.9rem;margin:0 0 1.3rem}.facts dt{"
    "font-size:.8rem;color:var(--soft)}.facts dd{margin:0;font-weight:600}.pair{display:grid;"
    "gap:var(--gap);align-items:start}@media(min-width:860px){.pair{"
    "grid-template-columns:1.25fr 1fr}.pair:has(figure:nth-child(3)){"
    "grid-template-columns:1.5fr 1fr 1fr}}.pair img{width:100%}\n",
    ".pair figure:nth-child(n+2) img{max-height:70vh;width:auto;max-width:100%}.rest{"
    "display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),22rem));"
    "gap:var(--gap)}\n",
    ".definitions{margin:1.2rem 0 0;display:grid;gap:1.3rem}.definitions div{"
    "scroll-margin-top:1rem;padding:0}.definitions dt{font-weight:600}.definitions dd{"
    "margin:.15rem 0 0;max-width:72ch}.definitions div:target dt{color:var(--accent)}"
    "@media(min-width:860px){.definitions div{display:grid;grid-template-columns:17rem 1fr;"
    "gap:var(--gap)}.definitions dd{margin:0}}code{"
    "font:.88em ui-monospace,SFMono-Regular,Menlo,\"DejaVu Sans Mono\",monospace;"
    "color:var(--soft)}\n",
    ".remedies li{margin:0 0 1.3rem;max-width:80ch}.remedies b{font-weight:620}pre{margin:.3rem 0 "
    "0;"
    "padding:.7rem .9rem;border-radius:8px;background:var(--sheet);box-shadow:0 0 0 1px "
    "var(--frame);overflow-x:auto;font:.8rem/1.4 ui-monospace,SFMono-Regular,Menlo,\"DejaVu Sans "
    "Mono\",monospace}\n",
    ".none{color:var(--soft);font-style:italic}footer{margin-top:clamp(3rem,7vw,5rem);"
    "padding-block:1.4rem 2.6rem;border-top:1px solid var(--rule);color:var(--soft);"
    "font-size:.86rem}\n",
    "@media(max-width:640px){.figures thead{position:absolute;clip-path:inset(50%)}.figures tr{"
    "display:grid;grid-template-columns:1fr auto auto;padding:.65rem 0;"
    "border-bottom:1px solid var(--rule)}.figures th,.figures td{border:0;padding:0}"
    ".figures td.unit{padding-left:.4rem;align-self:baseline}.figures th,.figures .value{"
    "align-self:baseline}.figures td.says{grid-column:1/-1;font-size:.88rem}}\n",
    "@media print{nav{display:none}article,figure{break-inside:avoid}}\n",
    NULL,
};
// clang-format on
