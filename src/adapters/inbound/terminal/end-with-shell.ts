/**
 * Ends the program when its shell ends. Imported before a program that `npm start` runs: npm sends SIGTERM to the shell
 * between them, and the shell ends without passing it on. The program would keep running, and keep its port.
 */
const shell = process.ppid;
const watch = setInterval(() => {
  if (process.ppid !== shell) process.kill(process.pid, 'SIGTERM');
}, 200).unref();

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    clearInterval(watch); // one signal is enough
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal); // the program does not listen yet: end it
  });
}
