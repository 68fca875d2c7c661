# What of the library is fuzzed: the readers, and what uses what they have read. The rest would only take time to compile.
set(readers core files graph sdr model search "baselines/(embedding|vectors)")
set(users walks ppmi spectral eligibility cortex "evaluate/(explain|class_mix|checks|stratified_folds)")
list(JOIN readers "|" readers)
list(JOIN users "|" users)
list(FILTER COLUMNAR_SOURCES INCLUDE REGEX "/src/columnar/(${readers}|${users})")
# libFuzzer is guided by the readers alone: counting every edge of the linear algebra would take half of the time.
set(guided ${COLUMNAR_SOURCES})
list(FILTER guided INCLUDE REGEX "/src/columnar/(${readers})")
set_source_files_properties(${guided} PROPERTIES COMPILE_OPTIONS
                            -fsanitize-coverage=inline-8bit-counters,indirect-calls,trace-cmp,pc-table)
