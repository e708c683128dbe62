const formats = [
  ["application/rss+xml", "feed.xml"],
  ["application/atom+xml", "atom.xml"],
  ["application/feed+json", "feed.json"],
];

interface FeedLinksProps {
  title: string;
  /** Path of the page whose posts the feeds contain. Default: all posts of the site. */
  path?: string;
  /** Query of their URLs. */
  search?: string;
}

/** Links to the feeds. */
export function FeedLinks({ title, path = "", search = "" }: FeedLinksProps) {
  return formats.map(([type, name]) => (
    <link key={name} rel="alternate" type={type} title={title} href={`${path}/${name}${search}`} />
  ));
}
