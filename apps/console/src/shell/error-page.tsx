import { isRouteErrorResponse, Link, useRouteError } from "react-router";
import { text } from "../texts/text.ts";
import { Page } from "../ui/page.tsx";

/** For addresses without a page. */
export function NotFoundPage() {
  return (
    <Page title={text("Page not found")}>
      <p>
        <Link to="/" className="text-accent underline">
          {text("Go to the home page")}
        </Link>
      </p>
    </Page>
  );
}

/** For errors while a page is loaded or drawn. */
export function ErrorPage() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  return (
    <Page title={text("This page cannot be displayed")}>
      <p>{text("Reload the page. If that does not help, a new version may have been installed.")}</p>
    </Page>
  );
}
