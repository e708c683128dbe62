import { isRouteErrorResponse, Link, useRouteError } from "react-router";
import { Page } from "../ui/page.tsx";

/** For addresses without a page. */
export function NotFoundPage() {
  return (
    <Page title="There is no such page">
      <p>
        <Link to="/" className="text-accent underline">
          Go to the home page
        </Link>
      </p>
    </Page>
  );
}

/** For errors while a page is loaded or drawn. */
export function ProblemPage() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  return (
    <Page title="This page cannot be displayed">
      <p>Reload the page. If that does not help, a new version may have been installed.</p>
    </Page>
  );
}
