import * as endpoints from "@porchlight/contract/statistics/endpoints";
import type { Attention, DailyStatistics, StatisticsPeriod, TopPost } from "@porchlight/contract/statistics/statistics";
import type { CallOptions, Transport } from "../transport.ts";

export type { Attention, DailyStatistics, StatisticsPeriod };

/** What happened on the site within a period. */
export interface Statistics {
  /** Each day of the period in the time zone of the site, oldest first; today is the last one. */
  days: DailyStatistics[];
  /** The ten most viewed posts. Absent for callers who may not see views. */
  topPosts?: (Omit<TopPost, "id"> & { _id: string })[];
}

/**
 * Figures for staff and API keys of role editor and admin. Other callers get `NOT_ALLOWED`. A Porchlight extension.
 */
export function statistics(transport: Transport) {
  return {
    /**
     * Sign-ups, sign-ins and views by day, and the most viewed posts. At most a minute old.
     *
     * @param days Length of the period in days.
     */
    async getStatistics(days: StatisticsPeriod, call?: CallOptions): Promise<Statistics> {
      const request = { query: { days } };
      const response: { statistics: Statistics } = await transport.send(endpoints.getStatistics, request, call);
      return response.statistics;
    },

    /** The numbers of what waits for the caller or has failed. Figures that the caller may not see are absent. */
    async getAttention(call?: CallOptions): Promise<Attention> {
      const response: { attention: Attention } = await transport.send(endpoints.getAttention, {}, call);
      return response.attention;
    },
  };
}
