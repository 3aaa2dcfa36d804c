import type { ToldLead } from '../../../../application/operators/ports/inbound/leads.ts';
import { leadPath } from '../../operators/desk-paths.ts';
import { vehicleText } from '../../operators/leads.ts';
import { instant } from '../../operators/values.ts';
import type { DeskPages } from '../desk-state.ts';

/** What a browser tells whose leads they are. Others may see a screen: nothing of it says who the customer is. */
export const minePages: DeskPages = (routes) => {
  routes.get('/mine', 'tellMine', async (ctx) => {
    const since = new URLSearchParams(ctx.querystring).get('since');
    const { until, leads } = await ctx.state.operator.tellMine({
      since: since === null ? undefined : instant(since),
    });
    ctx.body = { until: until.getTime(), leads: leads.map(toldView) };
  });
};

const toldView = ({ why, lead }: ToldLead) => ({
  path: leadPath(lead.id),
  title: titles[why],
  text: [lead.dealType, vehicleText(lead)].filter(Boolean).join(', '),
});

const titles: Readonly<Record<ToldLead['why'], string>> = {
  assigned: 'A lead is yours now',
  due: 'A lead of yours is due',
  late: 'A customer of yours waits too long',
};
