/** Imported before an entry: takes up the settings in `.env`, if there is one. What the shell sets stands above it. */
try {
  process.loadEnvFile();
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
