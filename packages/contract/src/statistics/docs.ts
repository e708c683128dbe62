import type { EndpointDocs } from "../endpoint-docs.ts";
import { attentionResponse, statisticsResponse } from "./schema.ts";

const roles =
  "Staff with the role support see figures about members, editors those about content, owners and API keys of role admin all.";

export const statisticsDocs = {
  getStatistics: {
    summary: "Get sign-ups, sign-ins and views by day",
    description: `The last 7, 30 (default) or 90 days in the time zone of the site, and the most viewed posts. Counted by the server itself, at most a minute ago. ${roles}`,
    response: { description: "The figures of each day, oldest first.", schema: statisticsResponse },
    errors: ["NOT_ALLOWED"],
    example: { query: { days: "7" } },
  },
  getAttention: {
    summary: "Get what requires attention",
    description: `The numbers of members, submissions, posts and comments that wait, and of webhooks and background jobs that have failed; for owners, the newest backup. \`failed\` names figures that could not be read. ${roles}`,
    response: { description: "The numbers that the caller may see.", schema: attentionResponse },
    errors: ["NOT_ALLOWED"],
    example: {},
  },
} as const satisfies Record<string, EndpointDocs>;
