"use client";

/** Also shown when the server cannot confirm the session; the member stays signed in. */
export default function ErrorPage({ reset }: { reset: () => void }) {
  return (
    <>
      <h1>This page cannot be shown at the moment</h1>
      <button type="button" onClick={reset}>
        Try again
      </button>
    </>
  );
}
