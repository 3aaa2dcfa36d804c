import { startLeadServer } from '../../support/lead-server.ts';

const { MONGODB_URI = '', PORT = '0' } = process.env;
const { url } = await startLeadServer({ MONGODB_URI, PORT }, { w: 1, journal: false });
console.log(url);
