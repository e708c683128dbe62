import { endpoint } from "../endpoint.ts";
import type { AttentionResponse, GetStatisticsRequest, StatisticsResponse } from "./statistics.ts";

export const getStatistics = /* @__PURE__ */ endpoint<GetStatisticsRequest, StatisticsResponse>(
  "GET",
  "/_api/porchlight/v1/statistics",
);
export const getAttention = /* @__PURE__ */ endpoint<Record<never, never>, AttentionResponse>(
  "GET",
  "/_api/porchlight/v1/statistics/attention",
);
