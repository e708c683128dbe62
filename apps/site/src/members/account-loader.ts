import type { AccountRead } from "@porchlight/react";
import { data, type LoaderFunctionArgs } from "react-router";
import type { SiteClient } from "../client.ts";
import { clientContext, isMemberContext, reportContext } from "../site.ts";
import { findMembership } from "./find-membership.ts";

interface Call {
  signal: AbortSignal;
}

/** How long a page waits for what its blocks could also read themselves, behind a skeleton. In milliseconds. */
const patienceMs = import.meta.env.SSR ? 2_000 : 1_000;

/**
 * Lets members in, with what the blocks of the page show; everyone else gets the page that offers to sign in. Where that cannot
 * be read, or not soon, the blocks read it.
 */
function membersOnly<Data>(read: (client: SiteClient, call: Call) => Promise<Data>) {
  return async ({ context, request }: LoaderFunctionArgs): Promise<Data | null> => {
    if (!context.get(isMemberContext)()) throw data(null, { status: 403 });
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(patienceMs)]);
    try {
      return await read(context.get(clientContext), { signal });
    } catch (error) {
      context.get(reportContext)(error);
      return null;
    }
  };
}

/** For sections that have a source alone; there are no others. */
export async function membershipLoader(args: LoaderFunctionArgs) {
  const source = findMembership(args.params.section)?.source;
  if (!source) throw data(null, { status: 404 });
  return membersOnly(async (client, call) => ({ items: await source.list(client, call) }))(args);
}

export const infoLoader = membersOnly(async ({ account }, call) => {
  const [read, info] = await Promise.all([account.getDetails(call), account.getAccountSummary(call)]);
  return { ...read, info } satisfies AccountRead;
});

export const securityLoader = membersOnly(async ({ factors, securityEvents }, call) => {
  const [steps, events] = await Promise.all([
    factors.listFactors(call),
    securityEvents.listSecurityEvents({ limit: 10 }, call),
  ]);
  return { steps, events };
});

export const sessionsLoader = membersOnly(({ memberSessions }, call) => memberSessions.listSessions(call));
