"use client";

/** Among others: the server cannot tell at the moment who is signed in. The member stays signed in. */
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
