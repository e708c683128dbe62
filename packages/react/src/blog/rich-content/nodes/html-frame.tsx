import { useRef, useState } from "react";
import type { Style } from "./css-values.ts";

export interface ContentFrameProps {
  /** Address of the page in the frame, https alone. */
  src?: string | undefined;
  /** HTML of the frame, which then has no origin of its own. */
  html?: string | undefined;
  /** Address of a page that shows `html` and runs its scripts; without it they are as the policy of this page has them. */
  runner?: string | undefined;
  title: string;
  /** Words of the button. */
  load: string;
  /** Words of the way past the frame; without it there is none. */
  open?: string | undefined;
  /** Where that leads, if it is not `src`. */
  page?: string | undefined;
  /** Picture that stands there until it is loaded. */
  poster?: string | undefined;
  /** Whether the page of the frame may know its own origin: known players of films alone. */
  isPlayer?: boolean | undefined;
  /** Of its own height; 16 to 9 unless given. */
  style?: Style | undefined;
  /** Where that is found in a style sheet. */
  "data-look"?: string | undefined;
}

/**
 * A page from elsewhere within the text. Nothing is asked of it before the reader wants it, and it is kept in a sandbox: it cannot take
 * the reader away, reads nothing of this site, and HTML of the document has no origin at all.
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
          // Later pages in it are not the one that was asked to show this.
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
