const formats = [
  ["application/rss+xml", "feed.xml"],
  ["application/atom+xml", "atom.xml"],
  ["application/feed+json", "feed.json"],
];

interface FeedLinksProps {
  title: string;
  /** Path of the page whose posts they hold; the site's unless given. */
  path?: string;
  /** What follows their addresses. */
  search?: string;
}

/** Where readers of feeds find posts. */
export function FeedLinks({ title, path = "", search = "" }: FeedLinksProps) {
  return formats.map(([type, name]) => (
    <link key={name} rel="alternate" type={type} title={title} href={`${path}/${name}${search}`} />
  ));
}
