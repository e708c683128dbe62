import { blogEvents } from "@porchlight/client/blog";
import { Button, type PostSummary, Spinner } from "@porchlight/react";
import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { imageHostOf } from "../../settings.ts";
import { useSite } from "../../site.ts";
import { createText } from "../../texts.ts";
import { type BlogListData, loadPostPage } from "./blog-list-loader.ts";
import { type ListNews, noNews, noteBeginning, noteEvent, type ShownList } from "./new-posts-notice.ts";

/** Words of what has become of a list while it is read. */
export const newsText = createText({
  "news.one": "1 new post",
  "news.count": "{n} new posts",
  "news.outdated": "These posts have changed",
});

interface ListNewsBarProps {
  /** As it was read last. */
  list: BlogListData;
  /** The cards in their order, with what "Load more" has brought. */
  shown(): readonly PostSummary[];
  /** The list was read anew, and is to be shown so. */
  onRead(): void;
}

/**
 * Says above a list what has become of it while it is read, and shows it when asked to: until then nothing moves. Where the server's
 * stream cannot be had, nothing is said.
 */
export default function ListNewsBar({ list, shown, onRead }: ListNewsBarProps) {
  const { client, settings } = useSite();
  const { revalidate } = useRevalidator();
  const [news, setNews] = useState<ListNews>(noNews);
  /** What is being read: the news that led to it, and the posts that it takes the place of. */
  const [reading, setReading] = useState<{ news: ListNews; posts: BlogListData["posts"] }>();
  const [read, setRead] = useState<ListNews>();
  const { posts } = list;
  const now = useRef({ list, shown });
  useEffect(() => {
    now.current = { list, shown };
  });

  useEffect(() => {
    const look = () => toShown(now.current);
    // Whoever comes back to a list finds it as they left it.
    setNews((before) => noteBeginning(before, posts, look()));

    // Without the session: what is told is for everybody, and a visitor is to need none for it.
    const api = {
      async fetch(path: string, init?: RequestInit) {
        const answer = await fetch(imageHostOf(settings) + path, init);
        // A server with too many readers is not asked again and again by each of them.
        return answer.status === 429 ? Response.error() : answer;
      },
    };
    return whileVisible(async (signal, wasAway) => {
      try {
        if (wasAway && look().beginsWithNew) {
          const page = await loadPostPage(client, now.current.list, undefined);
          setNews((before) => noteBeginning(before, page.posts, look()));
        }
        for await (const event of blogEvents(api, { signal })) setNews((before) => noteEvent(before, event, look()));
      } catch {
        // The list is good without.
      }
    });
  }, [client, settings, posts]);

  useEffect(() => {
    if (!reading || reading.posts === posts) return;
    setReading(undefined);
    setNews(noNews);
    setRead(reading.news);
    onRead();
  }, [reading, posts, onRead]);

  // The reader goes on at the first post that is new.
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

function toShown({ list: { filter, sort = "newest", continued }, shown }: Omit<ListNewsBarProps, "onRead">): ShownList {
  return { filter, posts: shown(), beginsWithNew: !continued && (sort === "feed" || sort === "newest") };
}

function toWords({ added, isOutdated }: ListNews): string {
  if (added.size > 1) return newsText("news.count", { n: added.size });
  if (added.size === 1) return newsText("news.one");
  return isOutdated ? newsText("news.outdated") : "";
}

/**
 * Runs `work` while somebody may look at the page, again whenever they come back to it; answers what ends it. Not for people who asked to
 * save data.
 */
function whileVisible(work: (signal: AbortSignal, wasAway: boolean) => Promise<void>): () => void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData) return () => undefined;
  const listening = new AbortController();
  let running: AbortController | undefined;
  let wasAway = false;

  function settle(isVisible: boolean) {
    if (isVisible === (running !== undefined)) return;
    running?.abort();
    running = isVisible ? new AbortController() : undefined;
    if (running) void work(running.signal, wasAway);
    wasAway = true;
  }
  const { signal } = listening;
  document.addEventListener("visibilitychange", () => settle(!document.hidden), { signal });
  // A page that is left may be come back to as it is.
  window.addEventListener("pagehide", () => settle(false), { signal });
  window.addEventListener("pageshow", () => settle(!document.hidden), { signal });
  settle(!document.hidden);
  return () => {
    listening.abort();
    running?.abort();
  };
}
