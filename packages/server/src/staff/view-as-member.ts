import type { ViewAsMemberResponse } from "@porchlight/contract/members/accounts/accounts";
import type { MemberByIdRequest } from "@porchlight/contract/members/member";
import { parse } from "hono/utils/cookie";
import { siteAppId } from "../auth/apps/site-app.ts";
import { findMember } from "../members/members-store.ts";
import { recordAuditEvent } from "../platform/audit/audit.ts";
import { Refusal } from "../platform/context/errors.ts";
import type { Requester } from "../platform/context/request-context.ts";
import { newId } from "../platform/db/ids.ts";
import { type CursorScope, openCursor, sealCursor } from "../platform/db/pagination/cursor.ts";
import type { AccessTokens } from "../platform/identity/access-tokens.ts";
import type { LiveSessions } from "../platform/identity/live-sessions.ts";
import { requireOwner } from "../platform/identity/require-editor.ts";
import type { ServerContext } from "../platform/server-context.ts";
import type { StaffContext } from "./staff-context.ts";

/** Of pages as a member sees them; the command line routes it. */
const memberViewPath = "/preview/member";

const lifetimeMs = 10 * 60_000;
const linkScope: CursorScope = { list: "view as member" };
/** The token never leaves this process. */
const callScope: CursorScope = { list: "call of a view as member" };
/** More than a browser has of one site. */
const maxTokens = 10;

interface ViewState {
  memberId: string;
  /** The session of the owner who created the link. */
  ownerSessionId: string;
  /** Milliseconds since the epoch. */
  expires: number;
}

/** As whom the site is shown. */
export interface MemberView {
  /** Authorizes reads of this member, in this process only. */
  accessToken: string;
}

/**
 * Creates a link that shows the site as a member sees it, for ten minutes and for this session of the owner.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `MEMBER_NOT_FOUND`, `MEMBER_NOT_ACTIVE`.
 */
export async function viewAsMember(
  context: StaffContext,
  { caller }: Requester,
  { params }: MemberByIdRequest,
): Promise<ViewAsMemberResponse> {
  requireOwner(caller);
  // The operator has no browser that the link could be valid in.
  if (caller.kind !== "staff") throw new Refusal("NOT_ALLOWED");
  const { db, site } = context;
  const expires = context.now().getTime() + lifetimeMs;
  const memberId = params.id.toLowerCase();
  await db.transaction().execute(async (tx) => {
    const member = await findMember(tx, site.id, memberId);
    if (!member || member.status === "DELETED") throw new Refusal("MEMBER_NOT_FOUND");
    if (member.status !== "ACTIVE") throw new Refusal("MEMBER_NOT_ACTIVE");
    await recordAuditEvent(tx, context, "member-viewed", { by: caller, memberId });
  });
  const state: ViewState = { memberId, ownerSessionId: caller.sessionId, expires };
  const token = sealCursor(context, linkScope, state);
  return { path: `${memberViewPath}?token=${token}`, expiresDate: new Date(expires).toISOString() };
}

/**
 * Opens a link of {@link viewAsMember}. `undefined` if it is invalid or has expired, or if the browser is not that of
 * the owner who created it, signed in and still an owner.
 *
 * @param cookies The `Cookie` header of the browser.
 */
export async function openMemberView(
  context: StaffContext,
  token: string,
  cookies: string,
): Promise<MemberView | undefined> {
  const state = readState(context, linkScope, token);
  if (!state || !(await hasOwnerSession(context, cookies, state.ownerSessionId))) return undefined;
  return { accessToken: sealCursor(context, callScope, state) };
}

/**
 * Replaces the identity of a context: tokens of {@link openMemberView} are those of the member, and there are no
 * others.
 */
export function asViewedMember(context: ServerContext): { accessTokens: AccessTokens; liveSessions: LiveSessions } {
  const sessionId = newId();
  return {
    accessTokens: {
      ...context.accessTokens,
      sign: () => Promise.reject(new Refusal("NOT_ALLOWED")),
      async verify(token, now) {
        const state = readState(context, callScope, token);
        if (!state) return undefined;
        const identity = { subjectId: state.memberId, appId: siteAppId(context.site.id), sessionId } as const;
        const issuedAt = Math.floor(now.getTime() / 1000);
        return { ...identity, role: "member", issuedAt, expiresAt: Math.floor(state.expires / 1000) };
      },
    },
    liveSessions: { isLive: async () => true, isEnabled: async () => true, invalidate: () => undefined },
  };
}

function readState(context: ServerContext, scope: CursorScope, token: string): ViewState | undefined {
  try {
    const state = openCursor<ViewState>(context, scope, token);
    return state.expires > context.now().getTime() ? state : undefined;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Whether a cookie contains an access token of this session of an owner. */
async function hasOwnerSession(
  { staffCallers, now }: StaffContext,
  cookies: string,
  sessionId: string,
): Promise<boolean> {
  const parts = Object.values(parse(cookies)).flatMap((value) => value.split(/[^\w.-]/));
  for (const token of parts.filter((part) => part.split(".").length === 3).slice(0, maxTokens)) {
    const staff = await staffCallers.find(token, now());
    if (staff?.role === "owner" && staff.sessionId === sessionId) return true;
  }
  return false;
}
