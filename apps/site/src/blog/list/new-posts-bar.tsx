import { blogEvents } from "@porchlight/client/blog";
import { Button, type PostSummary, Spinner } from "@porchlight/react";
import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { imageHostOf } from "../../settings.ts";
import { useSite } from "../../site.ts";
import { createText } from "../../texts.ts";
import { type BlogListData, loadPostPage } from "./blog-list-loader.ts";
import { applyEvent, applyReload, type ListChanges, noChanges, type ShownList } from "./new-posts-notice.ts";

export const newPostsText = createText({
  "news.count": "{n, plural, one {# new post} other {# new posts}}",
  "news.outdated": "These posts have changed",
});

interface NewPostsBarProps {
  /** As loaded last. */
  list: BlogListData;
  /** The cards in order, including those of "Load more". */
  shown(): readonly PostSummary[];
  /** Called when the list was reloaded, to show it. */
  onRead(): void;
}

/**
 * Notice above a list about new posts, which are shown on request: until then nothing moves. Without the server's event
 * stream there is no notice.
 */
export default function NewPostsBar({ list, shown, onRead }: NewPostsBarProps) {
  const { client, settings } = useSite();
  const { revalidate } = useRevalidator();
  const [news, setNews] = useState<ListChanges>(noChanges);
  /** The reload in progress: the notice that led to it, and the posts it replaces. */
  const [reading, setReading] = useState<{ news: ListChanges; posts: BlogListData["posts"] }>();
  const [read, setRead] = useState<ListChanges>();
  const { posts } = list;
  const now = useRef({ list, shown });
  useEffect(() => {
    now.current = { list, shown };
  });

  useEffect(() => {
    const look = () => toShown(now.current);
    // A list that the reader returns to is unchanged.
    setNews((before) => applyReload(before, posts, look()));

    // Without the session: events are public, and visitors should not need a token for them.
    const api = {
      async fetch(path: string, init?: RequestInit) {
        const answer = await fetch(imageHostOf(settings) + path, init);
        // With too many readers, the client should not retry.
        return answer.status === 429 ? Response.error() : answer;
      },
    };
    return whileVisible(async (signal, wasAway) => {
      try {
        if (wasAway && look().startsWithNewest) {
          const page = await loadPostPage(client, now.current.list, undefined);
          setNews((before) => applyReload(before, page.posts, look()));
        }
        for await (const event of blogEvents(api, { signal })) setNews((before) => applyEvent(before, event, look()));
      } catch {
        // The list works without events.
      }
    });
  }, [client, settings, posts]);

  useEffect(() => {
    if (!reading || reading.posts === posts) return;
    setReading(undefined);
    setNews(noChanges);
    setRead(reading.news);
    onRead();
  }, [reading, posts, onRead]);

  // Focus moves to the first new post.
  useEffect(() => {
    if (!read) return;
    const links = document.querySelectorAll<HTMLElement>("#main [data-part=postLink]");
    const first = now.current.list.posts.findIndex(({ _id }) => _id && read.added.has(_id));
    (links[Math.max(0, first)] ?? document.getElementById("main"))?.focus();
  }, [read]);

  const words = toWords(news);
  return (
    <div className="list-news">
      <p className="site-hidden" role="status">
        {words}
      </p>
      {words && (
        <Button
          className="list-news-button"
          aria-disabled={reading !== undefined || undefined}
          onClick={() => {
            if (reading) return;
            setReading({ news, posts });
            void revalidate();
          }}
        >
          {reading ? <Spinner /> : <span aria-hidden="true">↑</span>} {words}
        </Button>
      )}
    </div>
  );
}

function toShown({ list: { filter, sort = "newest", continued }, shown }: Omit<NewPostsBarProps, "onRead">): ShownList {
  return { filter, posts: shown(), startsWithNewest: !continued && (sort === "feed" || sort === "newest") };
}

function toWords({ added, isOutdated }: ListChanges): string {
  if (added.size > 0) return newPostsText("news.count", { n: added.size });
  return isOutdated ? newPostsText("news.outdated") : "";
}

/**
 * Runs `work` while the page is visible, again whenever it becomes visible. Returns a function to stop. Does nothing if
 * the reader saves data.
 */
function whileVisible(work: (signal: AbortSignal, wasAway: boolean) => Promise<void>): () => void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData) return () => undefined;
  const listening = new AbortController();
  let running: AbortController | undefined;
  let wasAway = false;

  function update(isVisible: boolean) {
    if (isVisible === (running !== undefined)) return;
    running?.abort();
    running = isVisible ? new AbortController() : undefined;
    if (running) void work(running.signal, wasAway);
    wasAway = true;
  }
  const { signal } = listening;
  document.addEventListener("visibilitychange", () => update(!document.hidden), { signal });
  // The page may be restored from the back/forward cache.
  window.addEventListener("pagehide", () => update(false), { signal });
  window.addEventListener("pageshow", () => update(!document.hidden), { signal });
  update(!document.hidden);
  return () => {
    listening.abort();
    running?.abort();
  };
}
