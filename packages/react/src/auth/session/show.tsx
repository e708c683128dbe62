import { type ReactNode, useEffect } from "react";
import { useSite } from "../../provider.tsx";
import { goTo } from "../../ui/safe-url.ts";
import type { SessionStatus } from "./session-store.ts";
import { type Session, useSession } from "./use-session.ts";

/** Props of {@link Show}. */
export interface ShowProps {
  /** `member` includes a member whose renewal is failing temporarily. */
  when: Exclude<SessionStatus, "degraded"> | ((session: Session) => boolean);
  fallback?: ReactNode;
  children?: ReactNode;
}

/** Renders its children for this session status. It only hides them: secrets belong on the server. */
export function Show({ when, fallback = null, children }: ShowProps) {
  const isShown = useSession((session) => {
    if (typeof when === "function") return when(session);
    return when === (session.status === "degraded" ? "member" : session.status);
  });
  return <>{isShown ? children : fallback}</>;
}

type ShowAliasProps = Omit<ShowProps, "when">;

/** `<Show when="member">` */
export function SignedIn(props: ShowAliasProps) {
  return <Show when="member" {...props} />;
}

/** `<Show when="visitor">` */
export function SignedOut(props: ShowAliasProps) {
  return <Show when="visitor" {...props} />;
}

/** `<Show when="loading">` */
export function AuthLoading(props: ShowAliasProps) {
  return <Show when="loading" {...props} />;
}

/** Props of {@link RequireMember}. */
export interface RequireMemberProps {
  /** Shown to visitors. */
  fallback?: ReactNode;
  /** A path of this site to redirect visitors to. */
  redirectTo?: string | undefined;
  children?: ReactNode;
}

/** Renders its children for members only. It only hides them: check on the server, too. */
export function RequireMember({ fallback = null, redirectTo, children }: RequireMemberProps) {
  const status = useSession(({ status }) => status);
  const { navigate } = useSite();
  const isVisitor = status === "visitor";
  useEffect(() => {
    if (isVisitor) goTo(redirectTo, navigate);
  }, [isVisitor, redirectTo, navigate]);
  if (status === "loading") return null;
  return <>{isVisitor ? fallback : children}</>;
}
