/* Logs of random loads, and the windows that an independent implementation of the method, in another language, finds in
 * them: a change of any constant of it shows here. */
#pragma once

#include "steady_logs.h"

#define CASE_WINDOWS_MAX 8

struct steady_case {
    uint64_t seed;
    size_t samples;
    struct steady_window window[CASE_WINDOWS_MAX];
    size_t windows;
};

static const struct steady_case steady_cases[] = {
    {1, 272, {{69, 247}}, 1},
    {2, 546, {{0, 270}, {270, 423}}, 2},
    {3, 1175, {{84, 545}}, 1},
    {4, 248, {{26, 241}}, 1},
    {5, 1188, {{0, 450}, {450, 987}, {987, 1047}, {1062, 1125}, {1125, 1185}}, 5},
    {6, 657, {{141, 240}, {240, 418}, {418, 564}}, 3},
    {7, 84, {{0}}, 0},
    {8, 67, {{0}}, 0},
    {9, 366, {{0, 235}, {251, 366}}, 2},
    {10, 751, {{305, 638}, {683, 751}}, 2},
    {11, 492, {{0}}, 0},
    {12, 853, {{219, 394}, {618, 839}}, 2},
    {13, 1809, {{0, 142}, {147, 683}, {697, 1333}, {1333, 1542}}, 4},
    {14, 867, {{154, 435}, {637, 793}, {793, 867}}, 3},
    {15, 1276, {{4, 684}, {746, 901}, {901, 1276}}, 3},
    {16, 1462, {{0}}, 0},
    {17, 1001, {{63, 488}}, 1},
    {18, 583, {{7, 173}, {234, 583}}, 2},
    {19, 932, {{0, 346}}, 1},
    {20, 451, {{342, 451}}, 1},
    {21, 291, {{32, 274}}, 1},
    {22, 937, {{0}}, 0},
    {23, 323, {{0, 182}, {192, 323}}, 2},
    {24, 90, {{0, 87}}, 1},
    {25, 35, {{0}}, 0},
    {26, 1091, {{0, 300}, {725, 991}}, 2},
    {27, 1374, {{946, 1374}}, 1},
    {28, 639, {{51, 212}, {212, 518}, {518, 588}}, 3},
    {29, 870, {{0}}, 0},
    {30, 1234, {{0, 162}, {291, 698}, {728, 1234}}, 3},
    {31, 761, {{0}}, 0},
    {32, 764, {{161, 507}}, 1},
    {33, 388, {{147, 287}}, 1},
    {34, 625, {{0, 83}}, 1},
    {35, 710, {{14, 163}, {163, 657}}, 2},
    {36, 935, {{0, 438}, {502, 935}}, 2},
    {37, 237, {{0}}, 0},
    {38, 713, {{0}}, 0},
    {39, 121, {{12, 94}}, 1},
    {40, 509, {{0, 229}, {229, 509}}, 2},
    {41, 100, {{0}}, 0},
    {42, 80, {{21, 80}}, 1},
    {43, 871, {{0, 387}}, 1},
    {44, 1051, {{220, 333}, {744, 1051}}, 2},
    {45, 1068, {{37, 578}, {812, 1068}}, 2},
    {46, 1278, {{639, 740}, {898, 1174}}, 2},
    {47, 966, {{0, 183}, {201, 529}, {529, 657}, {829, 966}}, 4},
    {48, 819, {{62, 325}, {325, 605}, {709, 819}}, 3},
    {49, 325, {{0, 104}, {104, 262}}, 2},
    {50, 1022, {{96, 171}, {171, 333}, {333, 762}, {762, 821}, {825, 911}, {911, 1022}}, 6},
    {51, 194, {{0, 104}}, 1},
    {52, 390, {{0}}, 0},
    {53, 910, {{0, 560}, {636, 889}}, 2},
    {54, 648, {{48, 174}, {174, 284}}, 2},
    {55, 333, {{0, 54}}, 1},
    {56, 285, {{0}}, 0},
    {57, 341, {{0, 305}}, 1},
    {58, 123, {{0}}, 0},
    {59, 41, {{0}}, 0},
    {60, 792, {{487, 600}, {600, 661}, {661, 730}}, 3},
    {61, 1010, {{0, 152}, {152, 215}, {215, 270}, {270, 333}}, 4},
    {62, 583, {{0}}, 0},
    {63, 456, {{346, 456}}, 1},
    {64, 832, {{0, 260}, {305, 443}, {464, 606}}, 3},
    {65, 473, {{79, 213}}, 1},
    {66, 671, {{369, 671}}, 1},
    {67, 2182, {{436, 1000}, {1646, 2162}}, 2},
    {68, 876, {{0, 138}, {138, 642}, {788, 876}}, 3},
    {69, 336, {{119, 293}}, 1},
    {70, 689, {{0}}, 0},
    {71, 400, {{37, 222}}, 1},
    {72, 542, {{2, 69}, {71, 455}, {455, 542}}, 3},
    {73, 490, {{0}}, 0},
    {74, 385, {{0, 371}}, 1},
    {75, 253, {{30, 116}}, 1},
    {76, 538, {{344, 419}}, 1},
    {77, 1602, {{621, 870}, {1082, 1302}, {1302, 1568}}, 3},
    {78, 1072, {{0}}, 0},
    {79, 998, {{60, 350}, {912, 998}}, 2},
    {80, 865, {{19, 388}, {442, 539}, {600, 865}}, 3},
};

enum { PIECE_RAMP = 3, PIECE_APPROACH, PIECE_PAUSE, PIECE_KINDS }; /* below: level */

static inline double
two_decimals(double value)
{
    return floor(100 * value + 0.5) / 100; /* as iostat prints, and deaf to the last bit of exp */
}

/* Levels, ramps, approaches, pauses, bursts, some with an oscillation; all from the seed. */
static inline struct log
log_of_random_load(uint64_t seed)
{
    struct log log = log_new(seed);
    uint64_t *state = &log.state;
    double iops = exp(5 + 6 * next_random(state)), latency_ms = exp(4 * next_random(state) - 2);
    double noise = 0.01 + 0.08 * next_random(state);
    double swing = next_random(state) < 0.3 ? 0.15 : 0;
    double period_s = 8 + 60 * next_random(state);
    int pieces = 2 + (int)(6 * next_random(state));
    for (int piece = 0; piece < pieces; piece++) {
        int kind = (int)(PIECE_KINDS * next_random(state));
        int samples = (int)exp(2.5 + 4 * next_random(state));
        double target = iops * exp(2.4 * next_random(state) - 1.2);
        if (next_random(state) < 0.5)
            latency_ms *= exp(1.4 * next_random(state) - 0.7);
        for (int i = 0; i < samples; i++) {
            double level = kind == PIECE_RAMP       ? iops + (target - iops) * i / samples
                           : kind == PIECE_APPROACH ? target + (iops - target) * exp(-5.0 * i / samples)
                           : kind == PIECE_PAUSE    ? 0
                                                    : target;
            if (next_random(state) < 0.01)
                level *= 1.7;
            level *= 1 + swing * sin(2 * G_PI * log.iops->len / period_s);
            double sample_iops = two_decimals(noisy(&log, level, noise));
            double sample_ms = kind == PIECE_PAUSE ? 0 : two_decimals(noisy(&log, latency_ms, noise));
            log_add(&log, sample_iops, sample_ms);
        }
        iops = kind == PIECE_PAUSE ? iops : target;
    }
    return log;
}
