/**
 * Imported before a program that `npm start` runs. npm passes SIGTERM on to the shell between them, which ends without
 * telling the program: without this, it would run on and keep its port.
 */
const shell = process.ppid;
const watch = setInterval(() => {
  if (process.ppid !== shell) process.kill(process.pid, 'SIGTERM');
}, 200).unref();

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    clearInterval(watch); // the program has been told
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal); // too early for it to listen: end it
  });
}
