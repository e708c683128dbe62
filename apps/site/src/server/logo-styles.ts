/** An image with its display size. */
interface ShownPicture {
  /** Relative to the site's URL. */
  path: string;
  /** CSS pixels. */
  width: number;
  height: number;
}

/** The logo, and its variant for the dark theme. */
export interface SiteLogo extends ShownPicture {
  dark?: ShownPicture;
}

/**
 * Style sheet that shows the logo in the header instead of the site's name, which remains for screen readers and print.
 */
export function logoStyles({ dark, ...light }: SiteLogo): string {
  const dimmed = dark ? draw(dark) : plate;
  return (
    `@media screen{.brand>*{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}` +
    `.brand::before{content:"";forced-color-adjust:none;${draw(light)}}` +
    `:root[data-theme="dark"] .brand::before{${dimmed}}}` +
    `@media screen and (prefers-color-scheme:dark){:root:not([data-theme="light"]) .brand::before{${dimmed}}}`
  );
}

const draw = ({ path, width, height }: ShownPicture) =>
  `inline-size:${width}px;block-size:${height}px;background:url("${path}") 0/contain no-repeat content-box`;

const plate =
  "padding:4px 8px;border-radius:6px;background-color:#fff;background-clip:border-box;box-sizing:content-box";
