import { sweepHours, weeksOf2026, zones } from './desk-hours.sweep.ts';

sweepHours('a whole year', zones, weeksOf2026);
