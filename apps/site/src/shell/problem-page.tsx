import { Anchor, useSecondsLeft } from "@porchlight/react";
import { useCallback, useEffect, useState } from "react";
import { useLocation, useNavigate, useRevalidator, useRouteError } from "react-router";
import { useSite } from "../site.ts";
import { PageHead } from "./page-head.tsx";
import { type Problem, toProblem } from "./problem.ts";
import { withReturnTo } from "./return-to.ts";
import { useOnSessionChange } from "./session-change.ts";
import { type ShellTextKey, text } from "./shell-texts.ts";

const words: Record<Problem["kind"], { title: ShellTextKey; text: ShellTextKey }> = {
  notFound: { title: "error.notFound.title", text: "error.notFound.text" },
  forbidden: { title: "error.forbidden.title", text: "error.forbidden.text" },
  rateLimited: { title: "error.rateLimited.title", text: "error.rateLimited.over" },
  failed: { title: "error.failed.title", text: "error.failed.text" },
  offline: { title: "error.offline.title", text: "error.offline.text" },
};

/** Error page: not found, members only, or failed. */
export function ProblemPage() {
  const problem = toProblem(useRouteError());
  const { pathname, search } = useLocation();
  const reload = useReload();
  const { title, text: explanation } = words[problem.kind];
  useOnSessionChange(reload);

  return (
    <div className="problem" data-kind={problem.kind}>
      <PageHead title={text(title)} noIndex />
      <p className="problem-status" aria-hidden="true">
        {problem.status}
      </p>
      <h1>{text(title)}</h1>
      <p className="problem-text">
        <Wait problem={problem} over={text(explanation)} />
      </p>
      {problem.requestId ? <RequestId value={problem.requestId} /> : null}
      <div className="actions">
        {problem.kind === "forbidden" ? (
          <>
            <Anchor className="site-button" data-variant="primary" href={withReturnTo("/sign-in", pathname + search)}>
              {text("common.signIn")}
            </Anchor>
            <Anchor className="site-button" data-variant="secondary" href={withReturnTo("/sign-up", pathname + search)}>
              {text("common.signUp")}
            </Anchor>
          </>
        ) : problem.kind === "notFound" ? (
          <>
            <Anchor className="site-button" data-variant="primary" href="/blog">
              {text("common.readBlog")}
            </Anchor>
            <Anchor className="site-button" data-variant="secondary" href="/">
              {text("common.home")}
            </Anchor>
          </>
        ) : (
          <>
            <RetryLink problem={problem} retry={problem.kind === "offline" ? reload : undefined} />
            <Anchor className="site-button" data-variant="secondary" href="/">
              {text("common.home")}
            </Anchor>
          </>
        )}
      </div>
    </div>
  );
}

/**
 * Reloads the page as a navigation. The router's revalidation would not remount it if the data arrives before anything
 * renders.
 */
function useReload(): () => unknown {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  return useCallback(() => navigate(pathname + search + hash, { replace: true }), [navigate, pathname, search, hash]);
}

interface PartFailedProps {
  message: string;
  problem: Problem;
  /** Reloads the part. Default: reloads the page's data. */
  retry?: () => unknown;
}

/** A part of a page that could not be loaded; the rest stays usable. */
export function PartFailed({ message, problem, retry }: PartFailedProps) {
  const { revalidate } = useRevalidator();
  return (
    <div className="part-failed">
      <p>
        {message} <Wait problem={problem} />
      </p>
      {problem.requestId ? <RequestId value={problem.requestId} /> : null}
      <RetryLink problem={problem} retry={retry ?? revalidate} />
    </div>
  );
}

/** Countdown until the next retry; `over` is shown without one. */
function Wait({ problem, over }: { problem: Problem; over?: string }) {
  const { language } = useSite().settings;
  const seconds = useWait(problem);
  if (seconds === 0) return over;
  const [count, unit] = seconds < 60 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  const time = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count);
  return text("error.rateLimited.text", { time });
}

/** Seconds until the next retry, counted from when this browser first saw the problem. */
function useWait({ requestId, retryAfter }: Problem): number {
  const begin = () => ({ requestId, end: retryAfter && Date.now() + retryAfter * 1000 });
  const [wait, setWait] = useState(begin);
  if (wait.requestId !== requestId) setWait(begin);
  return useSecondsLeft(wait.end);
}

/**
 * Retry link, which also retries when the browser is back online. Without `retry` or scripts it loads the page, which
 * also helps after a new version of the site replaced the scripts.
 */
function RetryLink({ problem, retry }: { problem: Problem; retry?: (() => unknown) | undefined }) {
  const { search } = useLocation();
  const { state } = useRevalidator();
  const mustWait = useWait(problem) > 0;
  const isOffline = problem.kind === "offline";
  useEffect(() => {
    if (!isOffline || !retry) return;
    const again = () => void retry();
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, [isOffline, retry]);
  return (
    <a
      className="site-button"
      data-variant="primary"
      // A query alone stays on this page, whatever its path.
      href={search || "?"}
      aria-busy={state === "loading"}
      aria-disabled={mustWait || undefined}
      onClick={(event) => {
        if (!retry && !mustWait) return;
        event.preventDefault();
        if (!mustWait) void retry?.();
      }}
    >
      {text("common.retry")}
    </a>
  );
}

function RequestId({ value }: { value: string }) {
  return (
    <p className="request-id site-request-id">
      {text("common.requestId")} <code>{value}</code>
    </p>
  );
}
