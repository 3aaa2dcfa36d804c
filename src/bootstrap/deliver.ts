import { startDelivery } from './start-delivery.ts';
import { withoutArguments } from './without-arguments.ts';

await withoutArguments(startDelivery, { who: 'The deliverer', example: 'LOG_LEVEL=warn npm run deliver' });
