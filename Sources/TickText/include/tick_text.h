/// Asks for all that a tick runs; does not wait for it.
void tick_text_fetch(void);
