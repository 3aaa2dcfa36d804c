import { startServer } from './start-server.ts';
import { withoutArguments } from './without-arguments.ts';

await withoutArguments(startServer, { who: 'The server', example: 'PORT=3100 npm start' });
