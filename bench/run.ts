/** `npm run bench [-- NAME] [OPTIONS]`: one of these; without a name, the comparison with others. */
const names = ['compare', 'burst', 'budget', 'desk', 'lambda', 'loop', 'rehearsal', 'sources'];

const [first = ''] = process.argv.slice(2);
const name = first && !first.startsWith('-') ? process.argv.splice(2, 1)[0] : 'compare';
if (name && names.includes(name)) await import(`./${name === 'lambda' ? 'lambda/run' : name}.ts`);
else {
  console.error(`There is no ${name}. There are: ${names.join(', ')}.`);
  process.exitCode = 2;
}
