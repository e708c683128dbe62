import { useRef, useState } from "react";
import type { Style } from "./css-values.ts";

export interface ContentFrameProps {
  /** URL of the framed page, https only. */
  src?: string | undefined;
  /** HTML of the frame, which then has an opaque origin. */
  html?: string | undefined;
  /** URL of a page that shows `html` and runs its scripts; without it this page's policy applies to them. */
  runner?: string | undefined;
  title: string;
  /** Label of the button. */
  load: string;
  /** Label of the link to the page; without it there is no link. */
  open?: string | undefined;
  /** Target of the link. Default: `src`. */
  page?: string | undefined;
  /** Image shown until the frame is loaded. */
  poster?: string | undefined;
  /** Whether the framed page may know its own origin: only known video players. */
  isPlayer?: boolean | undefined;
  /** Sizing. Default: 16 to 9. */
  style?: Style | undefined;
  /** Key of `style` in a style sheet. */
  "data-look"?: string | undefined;
}

/**
 * An external page within the content. Nothing is requested before the reader opens it. The sandbox prevents it from
 * navigating this page or reading the site, and HTML of the document has an opaque origin.
 */
export function ContentFrame({
  src,
  html,
  runner,
  title,
  load,
  open,
  page,
  poster,
  isPlayer,
  ...look
}: ContentFrameProps) {
  const [isLoaded, setLoaded] = useState(false);
  const isSent = useRef(false);
  if (isLoaded) {
    return (
      <iframe
        className="site-frame"
        title={title}
        sandbox={`allow-scripts allow-popups allow-popups-to-escape-sandbox allow-forms${isPlayer && html === undefined ? " allow-same-origin allow-presentation" : ""}`}
        {...(html === undefined || runner ? { src: html === undefined ? src : runner } : { srcDoc: html })}
        onLoad={({ currentTarget }) => {
          // Later pages in the frame must not receive the HTML.
          if (!isSent.current && runner) currentTarget.contentWindow?.postMessage({ html }, "*");
          isSent.current = true;
        }}
        allow={isPlayer ? "fullscreen; picture-in-picture; encrypted-media" : "fullscreen"}
        referrerPolicy="strict-origin-when-cross-origin"
        loading="lazy"
        {...look}
      />
    );
  }
  const address = page ?? src;
  return (
    <div className="site-frame" data-state="waiting" {...look}>
      {poster && <img className="site-frame-poster" src={poster} alt="" loading="lazy" decoding="async" />}
      <p className="site-frame-title">{title}</p>
      <button type="button" className="site-frame-load" onClick={() => setLoaded(true)}>
        {load}
      </button>
      {open && address && (
        <a href={address} rel="noopener noreferrer">
          {open}
        </a>
      )}
    </div>
  );
}
