import { Anchor } from "@porchlight/react";
import { useLocation, useRevalidator, useRouteError } from "react-router";
import { withReturnTo } from "../auth/return-to.ts";
import { useRevalidateOnSessionChange } from "../auth/session-change.ts";
import { PageHead } from "./page-head.tsx";
import { type Problem, toProblem } from "./problem.ts";
import { type ShellTextKey, text } from "./shell-texts.ts";

const words: Record<Problem["kind"], { title: ShellTextKey; text: ShellTextKey }> = {
  notFound: { title: "error.notFound.title", text: "error.notFound.text" },
  forbidden: { title: "error.forbidden.title", text: "error.forbidden.text" },
  failed: { title: "error.failed.title", text: "error.failed.text" },
  offline: { title: "error.offline.title", text: "error.offline.text" },
};

/** What stands in a page's place when it cannot be shown: missing, members only, or broken. */
export function ProblemPage() {
  const problem = toProblem(useRouteError());
  const { pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  const { title, text: explanation } = words[problem.kind];
  useRevalidateOnSessionChange();

  return (
    <div className="problem" data-kind={problem.kind}>
      <PageHead title={text(title)} noIndex />
      <p className="problem-status" aria-hidden="true">
        {problem.status}
      </p>
      <h1>{text(title)}</h1>
      <p className="problem-text">{text(explanation)}</p>
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
            <RetryLink retry={problem.kind === "offline" ? revalidate : undefined} />
            <Anchor className="site-button" data-variant="secondary" href="/">
              {text("common.home")}
            </Anchor>
          </>
        )}
      </div>
    </div>
  );
}

interface PartFailedProps {
  message: string;
  problem: Problem;
  /** Loads the part again; the page's data unless given. */
  retry?: () => unknown;
}

/** A part of a page that could not be loaded; the rest of the page lives. */
export function PartFailed({ message, problem, retry }: PartFailedProps) {
  const { revalidate } = useRevalidator();
  return (
    <div className="part-failed">
      <p>{message}</p>
      {problem.requestId ? <RequestId value={problem.requestId} /> : null}
      <RetryLink retry={retry ?? revalidate} />
    </div>
  );
}

/**
 * Tries again. Without `retry`, and without scripts, the page is loaded whole, which helps as well when a new version of
 * the site has taken the place of the scripts that this page knows of.
 */
function RetryLink({ retry }: { retry?: (() => unknown) | undefined }) {
  const { search } = useLocation();
  const { state } = useRevalidator();
  return (
    <a
      className="site-button"
      data-variant="primary"
      // A query alone stays on this very page, whatever its path looks like.
      href={search || "?"}
      aria-busy={state === "loading"}
      onClick={(event) => {
        if (!retry) return;
        event.preventDefault();
        void retry();
      }}
    >
      {text("common.retry")}
    </a>
  );
}

function RequestId({ value }: { value: string }) {
  return (
    <p className="request-id">
      {text("common.requestId")} <code>{value}</code>
    </p>
  );
}
