// bench_cgal.cpp — a bend beside CGAL's original ARAP and Eigen's solver, in one interleaved run.
//
// Run: bench_cgal [SIZE…] (vertices, default 1413 10000). Prints CSV. The sheet and its poses are those
// of bench_deform; a drag of 10 frames of 8 iterations each, ours and the peers' taking turns, least
// of many rounds. Ours: "arap-triangle" (soft handles) and "arap-vertex" (hard ones, CGAL's very
// energy); a frame includes verification and report. CGAL: Surface_mesh_deformation, ORIGINAL_ARAP,
// tolerance 0, its default weights and solver (Eigen's SparseLU), a frame is targets and deform.
// eigen_us: the two triangular solves of SimplicialLLT for x and y at once, of the same matrix that
// ours_solve_us solves. Energies: the meter's normalized energy of the last frame. Built only where
// CGAL and Eigen are found.
// SPDX-License-Identifier: MIT
#define CGAL_EIGEN3_ENABLED
#include <CGAL/Simple_cartesian.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/Surface_mesh_deformation.h>
#include <Eigen/SparseCholesky>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "pantin/deform.h"

extern "C" {
#include "linear/linear.h"
}

namespace {

using Kernel = CGAL::Simple_cartesian<double>;
using Mesh = CGAL::Surface_mesh<Kernel::Point_3>;
using Deformation =
    CGAL::Surface_mesh_deformation<Mesh, CGAL::Default, CGAL::Default, CGAL::ORIGINAL_ARAP>;

constexpr int frames = 10, iterations = 8;

double now_us() { return 1e6 * pantin_clock_seconds(); }

void keep_least(double &least, double value) {
    if (least == 0 || value < least) least = value;
}

[[noreturn]] void give_up(const pantin_error &error) {
    std::fprintf(stderr, "bench_cgal: %s\n", error.text);
    std::exit(2);
}

// A sheet of square cells shaken by a fifth, wide as 5 is to 3, and four patches.
struct Bed {
    pantin_mesh mesh{};
    std::vector<pantin_mesh_grip> grips;
    std::vector<pantin_patch> patches;
    std::vector<pantin_target> rest;

    explicit Bed(int size) {
        int rows = int(std::sqrt(0.6 * size)) - 1, columns = size / (rows + 1) - 1;
        std::vector<pantin_vec2> vertices;
        std::vector<int> corners;
        uint64_t seed = 1;
        auto shake = [&seed] { // any numbers will do, as long as all players get the same
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            return (double(seed >> 33) / double(1u << 31) - 0.5) * 0.4;
        };
        for (int y = 0; y <= rows; y++)
            for (int x = 0; x <= columns; x++) {
                double dx = shake(), dy = shake();
                vertices.push_back({ 8 * (x + dx), 8 * (y + dy) });
            }
        for (int y = 0; y < rows; y++)
            for (int x = 0; x < columns; x++) {
                int a = y * (columns + 1) + x, c = a + columns + 1;
                for (int corner : { a, a + 1, c + 1, a, c + 1, c }) corners.push_back(corner);
            }
        pantin_error error{};
        if (!pantin_mesh_copy(vertices.data(), int(vertices.size()),
                              reinterpret_cast<const int(*)[3]>(corners.data()),
                              int(corners.size() / 3), &mesh, &error))
            give_up(error);
        double w = 8.0 * columns, h = 8.0 * rows;
        grips.resize(4);
        for (int i = 0; i < 4; i++) hold(i, { i % 2 ? w - 10 : 10, i < 2 ? h - 10 : 10 });
    }

    Bed(const Bed &) = delete;
    Bed &operator=(const Bed &) = delete;

    ~Bed() {
        for (auto &grip : grips) pantin_mesh_grip_free(&grip);
        pantin_mesh_free(&mesh);
    }

    void hold(int i, pantin_vec2 at) {
        pantin_error error{};
        if (!pantin_mesh_grip_at(&mesh, nullptr, "h", at, 13, &grips[i], &error)) give_up(error);
        patches.push_back({ grips[i].vertices, grips[i].count, 1000, false });
        rest.push_back({ grips[i].center, 0, 1 });
    }

    // The upper corners are dragged up and out, a tenth of the way a frame. (Pressed together the
    // sheet folds, and there CGAL's turns, being of space, count a cell that is turned over as rigid.)
    std::vector<pantin_target> pose(int frame) const {
        std::vector<pantin_target> targets = rest;
        double way = 0.1 * (rest[1].center.x - rest[0].center.x) * (frame + 1) / frames;
        targets[2].center.x -= way / 2;
        targets[2].center.y -= way;
        targets[3].center.x += way;
        return targets;
    }
};

// --- the players --------------------------------------------------------------------------------

struct Ours {
    const Bed &bed;
    const pantin_deformer *player;
    void *machine;
    std::vector<pantin_point32> out;

    Ours(const Bed &b, const char *name) : bed(b), out(std::size_t(b.mesh.vertex_count)) {
        pantin_error error{};
        pantin_deform_setup setup{};
        pantin_deform_options options = pantin_deform_defaults();
        options.repair = false;
        setup.rest = &bed.mesh;
        setup.patches = bed.patches.data();
        setup.patch_count = int(bed.patches.size());
        player = pantin_deformer_find(name, &error);
        machine = player != nullptr ? player->create(&setup, &options, &error) : nullptr;
        if (machine == nullptr) give_up(error);
    }
    Ours(const Ours &) = delete;
    Ours &operator=(const Ours &) = delete;
    ~Ours() { player->destroy(machine); }

    void rewind() {
        for (int v = 0; v < bed.mesh.vertex_count; v++)
            out[std::size_t(v)] = { float(bed.mesh.vertices[v].x), float(bed.mesh.vertices[v].y) };
    }
    void solve(const std::vector<pantin_target> &targets) {
        player->solve(machine, targets.data(), nullptr, out.data(), nullptr, 0, { iterations, 0 },
                      out.data(), nullptr, nullptr);
    }
};

struct Theirs {
    const Bed &bed;
    Mesh mesh;
    Deformation *deformation;

    explicit Theirs(const Bed &b) : bed(b) {
        for (int v = 0; v < bed.mesh.vertex_count; v++)
            mesh.add_vertex({ bed.mesh.vertices[v].x, bed.mesh.vertices[v].y, 0 });
        for (int t = 0; t < bed.mesh.triangle_count; t++) {
            const int *c = bed.mesh.triangles[t];
            mesh.add_face(at(c[0]), at(c[1]), at(c[2]));
        }
        deformation = new Deformation(mesh);
        for (int v = 0; v < bed.mesh.vertex_count; v++) deformation->insert_roi_vertex(at(v));
        for (const auto &patch : bed.patches)
            for (int k = 0; k < patch.count; k++)
                deformation->insert_control_vertex(at(patch.vertices[k]));
        deformation->set_tolerance(0);
        deformation->set_iterations(iterations);
        if (!deformation->preprocess()) std::exit(2);
    }
    Theirs(const Theirs &) = delete;
    Theirs &operator=(const Theirs &) = delete;
    ~Theirs() { delete deformation; }

    static Mesh::Vertex_index at(int v) { return Mesh::Vertex_index(Mesh::size_type(v)); }

    void rewind() { deformation->reset(); }
    void solve(const std::vector<pantin_target> &targets) {
        for (std::size_t h = 0; h < bed.patches.size(); h++)
            for (int k = 0; k < bed.patches[h].count; k++) {
                int v = bed.patches[h].vertices[k];
                pantin_vec2 p = bed.mesh.vertices[v], from = bed.rest[h].center;
                pantin_vec2 to = targets[h].center;
                deformation->set_target_position(at(v),
                                                 { p.x - from.x + to.x, p.y - from.y + to.y, 0 });
            }
        deformation->deform();
    }
    std::vector<pantin_point32> written() const {
        std::vector<pantin_point32> out;
        for (auto v : mesh.vertices())
            out.push_back({ float(mesh.point(v).x()), float(mesh.point(v).y()) });
        return out;
    }
};

/// Least time of a frame over a drag.
template <class Player> void time_drag(Player &player, const Bed &bed, double &least) {
    player.rewind();
    for (int f = 0; f < frames; f++) {
        auto targets = bed.pose(f);
        double begin = now_us();
        player.solve(targets);
        keep_least(least, now_us() - begin);
    }
}

// --- one solve ----------------------------------------------------------------------------------

struct Solves {
    double ours = 0, eigen = 0;
};

Solves time_solves(const Bed &bed, int rounds) {
    int n = bed.mesh.vertex_count;
    Eigen::SparseMatrix<double> matrix(n, n);
    std::vector<Eigen::Triplet<double>> list;
    for (int t = 0; t < bed.mesh.triangle_count; t++)
        for (int k = 0; k < 3; k++) {
            int a = bed.mesh.triangles[t][k], b = bed.mesh.triangles[t][(k + 1) % 3];
            list.emplace_back(a, a, 1.0);
            list.emplace_back(b, b, 1.0);
            list.emplace_back(a, b, -1.0);
            list.emplace_back(b, a, -1.0);
        }
    for (const auto &patch : bed.patches)
        for (int k = 0; k < patch.count; k++)
            list.emplace_back(patch.vertices[k], patch.vertices[k], 1000.0);
    matrix.setFromTriplets(list.begin(), list.end());
    Eigen::SimplicialLLT<Eigen::SparseMatrix<double>> factor(matrix);
    Eigen::MatrixXd b = Eigen::MatrixXd::Random(n, 2), x(n, 2);

    std::vector<linear_edge> edges;
    std::vector<double> diagonal, off, rhs(2 * std::size_t(n)), answer(2 * std::size_t(n));
    for (int c = 0; c < n; c++)
        for (Eigen::SparseMatrix<double>::InnerIterator it(matrix, c); it; ++it) {
            if (it.row() == c) diagonal.push_back(it.value());
            if (it.row() <= c) continue;
            edges.push_back({ c, int(it.row()) });
            off.push_back(it.value());
        }
    pantin_error error{};
    linear_system *system =
        linear_create(n, edges.data(), int(edges.size()), 1, bed.mesh.vertices, &error);
    if (system == nullptr) give_up(error);
    if (!linear_factor(system, diagonal.data(), off.data())) std::exit(2);
    for (int v = 0; v < n; v++)
        rhs[2 * std::size_t(v)] = b(v, 0), rhs[2 * std::size_t(v) + 1] = b(v, 1);
    Solves least;
    for (int i = 0; i < rounds; i++) {
        double begin = now_us();
        linear_solve(system, rhs.data(), answer.data());
        keep_least(least.ours, now_us() - begin);
        begin = now_us();
        x = factor.solve(b);
        keep_least(least.eigen, now_us() - begin);
    }
    double apart = 0;
    for (int v = 0; v < n; v++)
        apart = std::fmax(apart, std::fabs(x(v, 0) - answer[2 * std::size_t(v)]));
    if (!(apart < 1e-6)) std::fprintf(stderr, "bench_cgal: the solves are %g apart\n", apart);
    linear_destroy(system);
    return least;
}

void time_size(int size) {
    Bed bed(size);
    Ours triangle(bed, "arap-triangle"), vertex(bed, "arap-vertex");
    Theirs cgal(bed);
    double of_triangle = 0, of_vertex = 0, of_cgal = 0;
    int rounds = size > 5000 ? 4 : 12;
    for (int i = 0; i < rounds; i++) {
        time_drag(triangle, bed, of_triangle);
        time_drag(vertex, bed, of_vertex);
        time_drag(cgal, bed, of_cgal);
    }
    pantin_bend_meter *meter = pantin_bend_meter_create(&bed.mesh, false, nullptr, nullptr);
    if (meter == nullptr) std::exit(2);
    auto energy = [meter](const pantin_point32 *out) {
        return pantin_bend_measure(meter, out, nullptr, nullptr).energy_normalized;
    };
    auto theirs = cgal.written();
    double apart = 0;
    for (std::size_t v = 0; v < theirs.size(); v++)
        apart = std::fmax(apart, std::hypot(double(theirs[v].x - vertex.out[v].x),
                                            double(theirs[v].y - vertex.out[v].y)));
    Solves solves = time_solves(bed, 50 * rounds);
    std::printf("%d,%d,%.1f,%.1f,%.1f,%.1f,%.1f,%.6f,%.6f,%.6f,%.2g,%.1f,%.1f\n",
                bed.mesh.vertex_count, bed.mesh.triangle_count, of_triangle, of_vertex, of_cgal,
                of_cgal / of_triangle, of_cgal / of_vertex, energy(triangle.out.data()),
                energy(vertex.out.data()), energy(theirs.data()), apart, solves.ours, solves.eigen);
    std::fflush(stdout);
    pantin_bend_meter_destroy(meter);
}

} // namespace

int main(int count, char **words) {
    std::printf("vertices,triangles,triangle_us,vertex_us,cgal_us,cgal_by_triangle,cgal_by_vertex,"
                "triangle_energy,vertex_energy,cgal_energy,vertex_cgal_apart_px,ours_solve_us,"
                "eigen_us\n");
    if (count < 2) {
        time_size(1413);
        time_size(10000);
    }
    for (int i = 1; i < count; i++) {
        int size = std::atoi(words[i]);
        if (size >= 100 && size <= 1000000) time_size(size);
    }
    return 0;
}
