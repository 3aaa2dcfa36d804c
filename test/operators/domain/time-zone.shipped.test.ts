import { sweepZones } from './time-zone.sweep.ts';

sweepZones('every zone', Intl.supportedValuesOf('timeZone'));
