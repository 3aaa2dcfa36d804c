import { startDesk } from './start-desk.ts';
import { withoutArguments } from './without-arguments.ts';

await withoutArguments(startDesk, { who: 'The desk', example: 'DESK_PORT=3002 npm run desk' });
