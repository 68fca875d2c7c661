# What of the library is fuzzed: the readers, and what uses what they have read. The rest would only take time to compile.
# All of the product; of the laboratory, what reads vectors and what explains codes.
set(readers "columnar/(core|files|graph|sdr|model|search)/" "columnar_lab/baselines/(embedding|vectors)")
list(JOIN readers "|" readers)
list(FILTER COLUMNAR_LAB_SOURCES INCLUDE REGEX
     "/src/(${readers}|columnar_lab/evaluate/(explain|class_mix|checks|stratified_folds))")
# libFuzzer is guided by the readers alone: counting every edge of the linear algebra would take half of the time.
set(guided ${COLUMNAR_SOURCES} ${COLUMNAR_LAB_SOURCES})
list(FILTER guided INCLUDE REGEX "/src/(${readers})")
set_source_files_properties(${guided} PROPERTIES COMPILE_OPTIONS
                            -fsanitize-coverage=inline-8bit-counters,indirect-calls,trace-cmp,pc-table)
