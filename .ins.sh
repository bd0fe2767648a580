# instructions per compare: (N2-N1)/(n2-n1)
cd ${2:-/tmp/wt/engine}; export PATH=$PWD/node_modules/.bin:$PATH
f() { perf stat -x, -e instructions:u node --disable-warning=ExperimentalWarning --single-threaded-gc .loop.ts $1 $2 $3 2>&1 >/dev/null | grep instr | cut -d, -f1; }
