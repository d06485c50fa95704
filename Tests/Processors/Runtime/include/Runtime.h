#include <stdbool.h>

/// True where a string that is kept stays what it is: a short one's letters stand in the place of an address, and the bits
/// above them say so.
bool string_stays_itself(void);
