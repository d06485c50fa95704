// Nothing of it is called by name: the compiler does.
