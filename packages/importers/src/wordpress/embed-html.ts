import { escapeHtml } from "../escape-html.ts";

/** What WordPress shows of an address that stands alone: a film where it is one of a known host, else a link. */
export function embedHtml(address: string): string {
  const url = address.trim().replaceAll("&amp;", "&");
  if (!/^https?:\/\//i.test(url)) return escapeHtml(address);
  const youtube =
    /^https?:\/\/(?:www\.|m\.)?(?:youtube\.com\/(?:watch\?(?:[^#]*&)?v=|shorts\/|embed\/|live\/)|youtu\.be\/)([\w-]{5,20})/i.exec(
      url,
    )?.[1];
  if (youtube !== undefined) return `<iframe src="https://www.youtube.com/embed/${youtube}"></iframe>`;
  const vimeo = /^https?:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{4,15})(?:[?#/]|$)/i.exec(url)?.[1];
  if (vimeo !== undefined) return `<iframe src="https://player.vimeo.com/video/${vimeo}"></iframe>`;
  return `<p><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>`;
}
