import * as statistics from "@porchlight/contract/statistics/endpoints";
import { getStatisticsRequest } from "@porchlight/contract/statistics/schema";
import * as z from "zod";
import { type Area, serve } from "../../platform/http/serve.ts";
import type { StaffContext } from "../../staff/staff-context.ts";
import { createStatistics, getAttention } from "./get-statistics.ts";

/** Figures for the home page of the console. */
export function statisticsRoutes(area: Area, context: StaffContext): void {
  const cached = createStatistics(context);
  serve(area, statistics.getStatistics, getStatisticsRequest, ({ caller }, { query }) =>
    cached.get(caller, query.days),
  );
  serve(area, statistics.getAttention, z.object({}), ({ caller }) => getAttention(context, caller));
}
