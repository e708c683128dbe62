/** The embeddable player of a video page: hosts known to respect privacy. */
export function playerOf(address: string): { host: string; src: string } | undefined {
  const youTube =
    /^https?:\/\/(?:(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/)|youtu\.be\/)([\w-]{5,20})(?:[?&#/]|$)/.exec(
      address,
    )?.[1];
  if (youTube) return { host: "YouTube", src: `https://www.youtube-nocookie.com/embed/${youTube}` };
  const vimeo = /^https?:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{4,15})(?:[?#/]|$)/.exec(address)?.[1];
  return vimeo ? { host: "Vimeo", src: `https://player.vimeo.com/video/${vimeo}?dnt=1` } : undefined;
}
