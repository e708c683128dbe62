import {
  type AttentionFigure,
  type AttentionResponse,
  type NewestBackup,
  type StatisticsPeriod,
  type StatisticsResponse,
  statisticsPeriods,
} from "@porchlight/contract/statistics/statistics";
import { isBackupOverdue } from "../../backups/backup-folder.ts";
import { openBackupStore } from "../../backups/backup-store.ts";
import { cacheFor } from "../../platform/concurrency/cached-value.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { isAdministrator, isEditor, isMemberManager, isOwner } from "../../platform/identity/require-editor.ts";
import { jobsOf } from "../../platform/jobs/jobs-store.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import type { StaffContext } from "../../staff/staff-context.ts";
import { findUpdate } from "../../updates/update-check.ts";
import {
  countCommentsToReview,
  countFailedJobs,
  countFailingWebhooks,
  countPostsInReview,
  countSignIns,
  countSignUps,
  countUnseenSubmissions,
  countViews,
  countWaitingMembers,
  findTopPosts,
} from "./statistics-store.ts";

/** Statistics are read from the database once a minute. */
const cacheMs = 60_000;
const defaultPeriod: StatisticsPeriod = "30";

/** Figures of a site, cached for a minute. */
export interface SiteStatistics {
  /** The figures that the caller may see. @throws {Refusal} `NOT_ALLOWED` for callers who may see none. */
  get(caller: Caller, period: StatisticsPeriod | undefined): Promise<StatisticsResponse>;
}

/** Creates the statistics of a site. */
export function createStatistics(context: ServerContext): SiteStatistics {
  const cached = new Map(
    statisticsPeriods.map((days) => [days, cacheFor(() => readStatistics(context, Number(days)), undefined, cacheMs)]),
  );
  return {
    async get(caller, period = defaultPeriod) {
      const { members, content } = requireFigures(caller);
      const all = await cached.get(period)!.read();
      return {
        statistics: {
          days: all.views.map(({ day, count }, index) => ({
            date: day,
            ...(members && { signUps: all.signUps[index]!.count, signIns: all.signIns[index]!.count }),
            ...(content && { views: count }),
          })),
          ...(content && { topPosts: all.topPosts }),
        },
      };
    },
  };
}

async function readStatistics({ db, site, now }: ServerContext, days: number) {
  const period = { siteId: site.id, timeZone: site.timeZone, days, now: now() };
  const [signUps, signIns, views, topPosts] = await Promise.all([
    countSignUps(db, period),
    countSignIns(db, period),
    countViews(db, period),
    findTopPosts(db, period),
  ]);
  return { signUps, signIns, views, topPosts };
}

/**
 * The numbers of what waits for the caller. One that cannot be read does not affect the others.
 *
 * @throws {Refusal} `NOT_ALLOWED` for callers who may see none.
 */
export async function getAttention(context: StaffContext, caller: Caller): Promise<AttentionResponse> {
  const { members, content, operations, installation } = requireFigures(caller);
  const { db, site, log } = context;
  const failed: AttentionFigure[] = [];
  const read = async <Figure>(name: AttentionFigure, isAllowed: boolean, figure: () => Promise<Figure>) => {
    if (!isAllowed) return undefined;
    return figure().catch((error: Error) => {
      log.warn({ event: "figure-unavailable", figure: name, reason: error.message }, "attention");
      failed.push(name);
      return undefined;
    });
  };
  const [
    membersWaiting,
    submissionsUnseen,
    postsInReview,
    commentsToReview,
    webhooksFailing,
    jobsFailed,
    backup,
    update,
  ] = await Promise.all([
    read("membersWaiting", members, () => countWaitingMembers(db, site.id)),
    read("submissionsUnseen", members || content, () => countUnseenSubmissions(db, site.id)),
    read("postsInReview", content, () => countPostsInReview(db, site.id)),
    read("commentsToReview", content, () => countCommentsToReview(db, site.id)),
    read("webhooksFailing", operations, () => countFailingWebhooks(db, site.id)),
    read("jobsFailed", operations, () => countFailedJobs(db, jobsOf(context))),
    // The main site creates the backups of all sites.
    read("backup", installation && site.isMain, () => readNewestBackup(context)),
    read("update", installation, () => findUpdate(context)),
  ]);
  return {
    attention: {
      membersWaiting,
      submissionsUnseen,
      postsInReview,
      commentsToReview,
      webhooksFailing,
      jobsFailed,
      backup,
      update,
      ...(failed.length > 0 && { failed }),
    },
  };
}

async function readNewestBackup({ config, now }: ServerContext): Promise<NewestBackup> {
  const [newest] = await openBackupStore(config).list();
  return { date: newest?.createdAt.toISOString() ?? null, isOverdue: isBackupOverdue(newest, now()) };
}

function requireFigures(caller: Caller) {
  const figures = {
    members: isMemberManager(caller),
    content: isEditor(caller),
    operations: isAdministrator(caller),
    installation: isOwner(caller),
  };
  if (!figures.members && !figures.content) throw new Refusal("NOT_ALLOWED");
  return figures;
}
