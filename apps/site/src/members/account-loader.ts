import type { AccountData } from "@porchlight/react";
import { data, type LoaderFunctionArgs } from "react-router";
import type { SiteClient } from "../client.ts";
import { clientContext, isMemberContext, reportContext } from "../site.ts";
import { findMembership } from "./find-membership.ts";

interface Call {
  signal: AbortSignal;
}

/** Timeout for data that the sections could load themselves, in milliseconds. */
const loadTimeoutMs = import.meta.env.SSR ? 2_000 : 1_000;

/**
 * Requires a member, and loads the data of the page's sections; others get the page with the sign-in link. If loading
 * fails or times out, the sections load it.
 */
function membersOnly<Data>(read: (client: SiteClient, call: Call) => Promise<Data>) {
  return async ({ context, request }: LoaderFunctionArgs): Promise<Data | null> => {
    if (!context.get(isMemberContext)()) throw data(null, { status: 403 });
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(loadTimeoutMs)]);
    try {
      return await read(context.get(clientContext), { signal });
    } catch (error) {
      context.get(reportContext)(error);
      return null;
    }
  };
}

/** Only for sections with a source. */
export async function membershipLoader(args: LoaderFunctionArgs) {
  const source = findMembership(args.params.section)?.source;
  if (!source) throw data(null, { status: 404 });
  return membersOnly(async (client, call) => ({ items: await source.list(client, call) }))(args);
}

export const infoLoader = membersOnly(async ({ account }, call) => {
  const [read, info] = await Promise.all([account.getDetails(call), account.getAccountSummary(call)]);
  return { ...read, info } satisfies AccountData;
});

export const securityLoader = membersOnly(async ({ factors, securityEvents }, call) => {
  const [steps, events] = await Promise.all([
    factors.listFactors(call),
    securityEvents.listSecurityEvents({ limit: 10 }, call),
  ]);
  return { steps, events };
});

export const sessionsLoader = membersOnly(({ memberSessions }, call) => memberSessions.listSessions(call));
