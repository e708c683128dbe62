import * as z from "zod";
import { guid } from "../wire/value-schema.ts";
import { attentionFigures, statisticsPeriods } from "./statistics.ts";

export const getStatisticsRequest = z.object({ query: z.object({ days: z.enum(statisticsPeriods).optional() }) });

const count = z.int().min(0);
const day = z.object({
  date: z.iso.date(),
  signUps: count.optional(),
  signIns: count.optional(),
  views: count.optional(),
});
const topPost = z.object({ id: guid, title: z.string(), slug: z.string(), views: count });
export const statisticsResponse = z.object({
  statistics: z.object({ days: z.array(day), topPosts: z.array(topPost).optional() }),
});
export const attentionResponse = z.object({
  attention: z.object({
    membersWaiting: count.optional(),
    submissionsUnseen: count.optional(),
    postsInReview: count.optional(),
    commentsToReview: count.optional(),
    webhooksFailing: count.optional(),
    jobsFailed: count.optional(),
    backup: z.object({ date: z.iso.datetime().nullable(), isOverdue: z.boolean() }).optional(),
    update: z.object({ version: z.string(), current: z.string(), url: z.url() }).optional(),
    failed: z.array(z.enum(attentionFigures)).optional(),
  }),
});
