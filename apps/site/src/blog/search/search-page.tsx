import type { SearchedText } from "@porchlight/client/blog";
import { Anchor, TimeText } from "@porchlight/react";
import { type FormEvent, useEffect, useRef } from "react";
import { useLoaderData, useNavigate } from "react-router";
import { PageHead } from "../../shell/page-head.tsx";
import { PartFailed } from "../../shell/problem-page.tsx";
import blogStyles from "../../styles/blog.css?url";
import { createText } from "../../texts.ts";
import { type SearchData, type SearchResult, searchPath } from "./search-loader.ts";

export const searchText = createText({
  "search.title": "Search",
  "search.label": "Search the blog",
  "search.submit": "Search",
  "search.results": "Results for “{words}”",
  "search.count": "{n, plural, one {# post} other {# posts}}",
  "search.many": "More than {n} posts. These are the newest.",
  "search.nothing": "No post has the words “{words}”.",
  "search.hint": "Try fewer words, or part of a word.",
  "search.failed": "We could not search the blog.",
  "search.pages": "More results",
  "search.before": "Previous results",
  "search.after": "More results",
});

export { searchLoader as loader } from "./search-loader.ts";

/** The search form and its results. */
function SearchPage() {
  const { words, results, total, tooManyToCount, before, after, problem } = useLoaderData<SearchData>();
  const title = words ? searchText("search.results", { words }) : searchText("search.title");
  const count = searchText(tooManyToCount ? "search.many" : "search.count", { n: total });
  return (
    <div key={words} className="blog-list search">
      <PageHead styles={[blogStyles]} title={title} noIndex />
      <h1>{title}</h1>
      <SearchForm words={words} />
      <p className="muted" role="status">
        {results.length > 0 && count}
      </p>
      {problem ? (
        <PartFailed message={searchText("search.failed")} problem={problem} />
      ) : words && results.length === 0 ? (
        <div className="empty">
          <p>{searchText("search.nothing", { words })}</p>
          <p>{searchText("search.hint")}</p>
        </div>
      ) : (
        <ul className="search-results">
          {results.map((result) => (
            <Result key={result.id} result={result} />
          ))}
        </ul>
      )}
      {before || after ? (
        <nav className="neighbours" aria-label={searchText("search.pages")}>
          {before ? (
            <Anchor rel="prev" href={before}>
              {searchText("search.before")}
            </Anchor>
          ) : null}
          {after ? (
            <Anchor rel="next" href={after}>
              {searchText("search.after")}
            </Anchor>
          ) : null}
        </nav>
      ) : null}
    </div>
  );
}

function SearchForm({ words }: { words: string }) {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  // History navigation and form restoration change only one of the two.
  useEffect(() => {
    if (field.current) field.current.value = words;
  }, [words]);

  function search(event: FormEvent) {
    event.preventDefault();
    const wanted = field.current?.value.trim();
    if (wanted) void navigate(searchPath(wanted));
    else field.current?.focus();
  }

  return (
    <search>
      <form className="search-form" action="/search" onSubmit={search}>
        <input
          ref={field}
          className="site-input"
          type="search"
          name="q"
          aria-label={searchText("search.label")}
          defaultValue={words}
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
        />
        <button type="submit" className="site-button" data-variant="primary">
          {searchText("search.submit")}
        </button>
      </form>
    </search>
  );
}

function Result({ result: { slug, language, published, title, passage } }: { result: SearchResult }) {
  return (
    <li lang={language}>
      <h2>
        <Anchor href={`/blog/${encodeURIComponent(slug)}`}>
          <bdi>
            <Marked text={title} />
          </bdi>
        </Anchor>
      </h2>
      <p>
        <bdi>
          <Marked text={passage} />
        </bdi>
      </p>
      <p className="muted">
        <TimeText value={published} />
      </p>
    </li>
  );
}

function Marked({ text }: { text: readonly SearchedText[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text are never reordered
  return text.map(({ text: piece, found }, index) => (found ? <mark key={index}>{piece}</mark> : piece));
}

export { SearchPage as Component };
