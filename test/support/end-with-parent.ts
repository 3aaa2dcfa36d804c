/** Imported before a program, it ends the program once whoever started it is gone: the pipe to them closes. */
process.stdin.on('close', () => process.exit(1)).resume();
(process.stdin as unknown as { unref(): void }).unref();
