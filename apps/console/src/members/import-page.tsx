import { isPorchlightError } from "@porchlight/client";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Checkbox, FileTrigger, ProgressBar } from "react-aria-components";
import { Link } from "react-router";
import { useConsole } from "../context.ts";
import { text } from "../texts/text.ts";
import { Button } from "../ui/button.tsx";
import { errorText } from "../ui/errors/error-text.ts";
import { Page } from "../ui/page.tsx";
import { ErrorMessage, Section } from "../ui/section.tsx";
import type { MemberRow, ParsedMembers } from "./parse-members.ts";

interface Progress {
  added: number;
  existing: number;
  problems: ParsedMembers["problems"];
  isFinished: boolean;
}

/** Adds the people of a CSV file as members, after a look at what the file contains. */
function ImportPage() {
  const [parsed, setParsed] = useState<ParsedMembers>();
  const [error, setError] = useState<string>();
  const [invites, setInvites] = useState(true);
  const { progress, start, cancel } = useImport();
  async function read(files: FileList | null) {
    const file = files?.[0];
    if (!file) return;
    setParsed(undefined);
    setError(undefined);
    try {
      const { parseMembers } = await import("./parse-members.ts");
      setParsed(parseMembers(await file.text()));
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : text("This file cannot be read."));
    }
  }
  const done = progress ? progress.added + progress.existing + progress.problems.length : 0;
  const total = parsed?.members.length ?? 0;
  return (
    <Page title={text("Import members")} back={{ to: "/members", name: text("Members") }}>
      {!progress && (
        <Section title={text("File")}>
          <p>
            {text(
              "A CSV file with the column “email”, and optionally “first name” and “last name”. Files exported on the Members page have these columns.",
            )}
          </p>
          {error !== undefined && <ErrorMessage error={error} />}
          <div>
            <FileTrigger acceptedFileTypes={[".csv", "text/csv"]} onSelect={(files) => void read(files)}>
              <Button kind={parsed ? "secondary" : "primary"}>
                {parsed ? text("Choose another file") : text("Choose a file")}
              </Button>
            </FileTrigger>
          </div>
        </Section>
      )}
      {parsed && !progress && (
        <Section
          title={text(
            "{ready, plural, one {# row} other {# rows}} ready, {failed, plural, one {# row} other {# rows}} with problems",
            {
              ready: total,
              failed: parsed.problems.length,
            },
          )}
        >
          <Problems problems={parsed.problems} />
          {total > 0 && (
            <>
              <Checkbox
                isSelected={invites}
                onChange={setInvites}
                className="group flex cursor-pointer items-center gap-3"
              >
                <span className="grid size-5 place-items-center rounded border border-line-strong bg-surface group-data-[focus-visible]:outline-2 group-data-[selected]:border-accent group-data-[selected]:bg-accent">
                  <svg aria-hidden viewBox="0 0 16 16" className="size-4 fill-none stroke-2">
                    {invites && <path d="m3 8 3.5 3.5L13 5" className="stroke-on-accent" />}
                  </svg>
                </span>
                {text("Email each person a link to set a password")}
              </Checkbox>
              <div>
                <Button kind="primary" onPress={() => void start(parsed.members, invites)}>
                  {text("{n, plural, one {Import # member} other {Import # members}}", { n: total })}
                </Button>
              </div>
            </>
          )}
        </Section>
      )}
      {progress && (
        <Section
          title={progress.isFinished ? text("Import finished") : text("Import in progress")}
          actions={!progress.isFinished && <Button onPress={cancel}>{text("Stop")}</Button>}
        >
          {!progress.isFinished && (
            <>
              <p>{text("Do not close this page before the import has finished.")}</p>
              <ProgressBar aria-label={text("Import")} value={done} maxValue={total}>
                {({ percentage = 0 }) => (
                  <div className="h-2 overflow-hidden rounded-full bg-sunken">
                    <div className="h-full bg-accent" style={{ width: `${percentage}%` }} />
                  </div>
                )}
              </ProgressBar>
            </>
          )}
          <p role="status" className="tabular-nums">
            {text("{added, number} added, {existing, number} already members, {failed, number} failed", {
              added: progress.added,
              existing: progress.existing,
              failed: progress.problems.length,
            })}
            {progress.isFinished && done < total && ` · ${text("{n, number} not imported", { n: total - done })}`}
          </p>
          <Problems problems={progress.problems} />
          {progress.isFinished && (
            <p>
              <Link to="/members" className="text-accent underline">
                {text("Show the members")}
              </Link>
            </p>
          )}
        </Section>
      )}
    </Page>
  );
}

const Problems = ({ problems }: Pick<ParsedMembers, "problems">) =>
  problems.length > 0 && (
    <ul className="grid max-h-64 gap-1 overflow-auto text-danger">
      {problems.map(({ row, reason }) => (
        <li key={row}>{text("Row {row, number}: {reason}", { row, reason })}</li>
      ))}
    </ul>
  );

/** Adds members one after the other, and waits when the server limits the rate. */
function useImport() {
  const { members, memberAccounts } = useConsole().clients.site;
  const cache = useQueryClient();
  const [progress, setProgress] = useState<Progress>();
  const isCanceled = useRef(false);

  async function add({ email, firstName, lastName }: MemberRow, invites: boolean): Promise<void> {
    if (invites) await memberAccounts.inviteMember({ email, firstName, lastName });
    else await members.createMember({ member: { loginEmail: email, contact: { firstName, lastName } } });
  }

  async function addWhenPossible(row: MemberRow, invites: boolean): Promise<void> {
    for (;;) {
      try {
        return await add(row, invites);
      } catch (error) {
        const waitSeconds = isPorchlightError(error) && error.code === "TOO_MANY_REQUESTS" && error.retryAfter;
        if (!waitSeconds || isCanceled.current) throw error;
        await new Promise((resolve) => setTimeout(resolve, waitSeconds * 1000));
      }
    }
  }

  async function start(rows: readonly MemberRow[], invites: boolean): Promise<void> {
    isCanceled.current = false;
    const state: Progress = { added: 0, existing: 0, problems: [], isFinished: false };
    for (const row of rows) {
      if (isCanceled.current) break;
      setProgress({ ...state });
      try {
        await addWhenPossible(row, invites);
        state.added += 1;
      } catch (error) {
        if (isPorchlightError(error) && error.code === "-19995") state.existing += 1;
        else state.problems = [...state.problems, { row: row.row, reason: errorText(error) }];
      }
    }
    setProgress({ ...state, isFinished: true });
    await cache.invalidateQueries({ queryKey: ["members"] });
  }

  return {
    progress,
    start,
    cancel: () => {
      isCanceled.current = true;
    },
  };
}

export { ImportPage as Component };
