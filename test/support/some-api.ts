import { createHttpApi } from '../../src/library/http.ts';
import { InMemoryCrm } from '../../src/library/in-memory.ts';
import { createLeadService } from '../../src/library/lead-service.ts';

/** For a server whose application is not ours, but whose refusals are. */
export const someApi = () => createHttpApi(createLeadService({ crm: new InMemoryCrm() }));
