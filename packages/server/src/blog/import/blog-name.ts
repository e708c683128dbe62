/**
 * What a blog is known by, from its address: `example.org/blog` for `https://www.example.org/blog/`. Most are reached with and without
 * `www.` and both schemes.
 */
export function nameOfBlog(address: string): string {
  const url = URL.parse(address);
  if (!url) return address.slice(0, 500);
  return `${url.host.replace(/^www\./, "")}${url.pathname.replace(/\/+$/, "")}`.slice(0, 500);
}
