// What the CPU can do, asked before any code that needs it is loaded.

#include <Python.h>

static PyObject* level(PyObject* self, PyObject* arguments) {
  (void)self;
  (void)arguments;
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
      __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt")) {
    return PyUnicode_FromString("x86-64-v3");
  }
#endif
  return PyUnicode_FromString("baseline");
}

static PyMethodDef methods[] = {
    {"level", level, METH_NOARGS,
     "level() -> str\n\nThe instruction set that this machine can run: 'x86-64-v3' or 'baseline'."},
    {NULL, NULL, 0, NULL}};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "_cpu", "What the CPU can do.", 0, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__cpu(void) { return PyModule_Create(&module); }
