/**
 * Imported before a program that `npm start` runs. npm passes SIGTERM on to the shell between them, which ends without
 * telling the program: without this, it would run on and keep its port.
 */
const shell = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === shell) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM'); // after Ctrl-C, which reaches the shell too, this counts as an echo
}, 200);
watch.unref();
