import { Anchor } from "@porchlight/react";
import { type FormEvent, useEffect, useRef } from "react";
import { useLoaderData, useNavigate } from "react-router";
import { PageHead } from "../../shell/page-head.tsx";
import { PartFailed } from "../../shell/problem-page.tsx";
import { useSite } from "../../site.ts";
import memberStyles from "../../styles/members.css?url";
import { DirectoryEntry, directoryText } from "./directory-entry.tsx";
import { type DirectoryData, directoryPath } from "./directory-loader.ts";

export { directoryLoader as loader } from "./directory-loader.ts";

/** All members with a public profile, or those with a text in their name. */
function DirectoryPage() {
  const { words, members, total, before, after, problem } = useLoaderData<DirectoryData>();
  const isPublic = useSite().settings.memberDirectory === "everyone";
  const title = words ? directoryText("members.results", { words }) : directoryText("members.title");
  const isIndexed = isPublic && !words && !before;
  return (
    <div key={words} className="member-directory">
      <PageHead
        styles={[memberStyles]}
        title={title}
        nextPath={after}
        {...(isIndexed ? { canonicalPath: "/members" } : { noIndex: true })}
      />
      <h1>{title}</h1>
      {members.length > 0 || words || problem ? <DirectorySearch words={words} /> : null}
      <p className="muted" role="status">
        {members.length > 0 && directoryText("members.count", { n: total })}
      </p>
      {problem ? (
        <PartFailed message={directoryText("members.failed")} problem={problem} />
      ) : members.length === 0 ? (
        <div className="empty">
          <p>{words ? directoryText("members.nothing", { words }) : directoryText("members.empty")}</p>
        </div>
      ) : (
        <ul className="member-list">
          {members.map((member) => (
            <DirectoryEntry key={member.id} member={member} />
          ))}
        </ul>
      )}
      {before || after ? (
        <nav className="neighbours" aria-label={directoryText("members.pages")}>
          {before ? (
            <Anchor rel="prev" href={before}>
              {directoryText("members.before")}
            </Anchor>
          ) : null}
          {after ? (
            <Anchor rel="next" href={after}>
              {directoryText("members.after")}
            </Anchor>
          ) : null}
        </nav>
      ) : null}
    </div>
  );
}

function DirectorySearch({ words }: { words: string }) {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  // History navigation and form restoration change only one of the two.
  useEffect(() => {
    if (field.current) field.current.value = words;
  }, [words]);

  function search(event: FormEvent) {
    event.preventDefault();
    void navigate(directoryPath(field.current?.value.trim() ?? ""));
  }

  return (
    <search>
      <form className="search-form" action="/members" onSubmit={search}>
        <input
          ref={field}
          className="site-input"
          type="search"
          name="q"
          aria-label={directoryText("members.label")}
          defaultValue={words}
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
        />
        <button type="submit" className="site-button" data-variant="secondary">
          {directoryText("members.submit")}
        </button>
      </form>
    </search>
  );
}

export { DirectoryPage as Component };
