# What of the library is fuzzed: the readers, and what uses what they have read. The rest would only take time to compile.
# All of the product; of the laboratory, what reads vectors and what explains codes; of the server, all but the sockets.
set(readers "columnar/(core|files|graph|sdr|model|search)/" "columnar_lab/baselines/(embedding|vectors)" "columnar_server/")
list(JOIN readers "|" readers)
set(reports "columnar_lab/report/(json|numbers|query_report|recommend_report|explain_report|explain_sentences)")
list(FILTER COLUMNAR_LAB_SOURCES INCLUDE REGEX
     "/src/(${readers}|columnar_lab/evaluate/(explain|class_mix|checks|stratified_folds|graph_evidence))")
list(FILTER COLUMNAR_REPORT_SOURCES INCLUDE REGEX "/src/${reports}")
list(FILTER COLUMNAR_SERVER_SOURCES INCLUDE REGEX "/columnar_server/(api/|http/guard)")
# libFuzzer is guided by the readers alone: counting every edge of the linear algebra would take half of the time.
set(guided ${COLUMNAR_SOURCES} ${COLUMNAR_LAB_SOURCES} ${COLUMNAR_SERVER_SOURCES})
list(FILTER guided INCLUDE REGEX "/src/(${readers})")
set_source_files_properties(${guided} PROPERTIES COMPILE_OPTIONS
                            -fsanitize-coverage=inline-8bit-counters,indirect-calls,trace-cmp,pc-table)
