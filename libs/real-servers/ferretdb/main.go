// Command ferretdb answers MongoDB's wire protocol from a database of PostgreSQL until it is told to stop. LISTEN is the address, POSTGRES_URL the database;
// a client logs in as a role of PostgreSQL by the mechanism PLAIN.
package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/FerretDB/FerretDB/ferretdb"
)

func main() {
	version := flag.Bool("version", false, "print the version of FerretDB")
	flag.Parse()
	if *version {
		fmt.Println("ferretdb", versionOf("github.com/FerretDB/FerretDB"))
		return
	}
	if err := serve(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve() error {
	stopping, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	server, err := ferretdb.New(&ferretdb.Config{
		Listener:      ferretdb.ListenerConfig{TCP: os.Getenv("LISTEN")},
		Handler:       "postgresql",
		PostgreSQLURL: os.Getenv("POSTGRES_URL"),
		Logger: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{
			Level:       slog.LevelError,
			ReplaceAttr: withoutDocuments,
		})),
	})
	if err != nil {
		return err
	}
	return server.Run(stopping)
}

// withoutDocuments keeps what people have written out of the log: a statement that fails is logged with its arguments.
func withoutDocuments(_ []string, attribute slog.Attr) slog.Attr {
	if attribute.Key == "args" {
		return slog.Attr{}
	}
	return attribute
}

// versionOf is the version of the module that this program was built with.
func versionOf(module string) string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, dependency := range info.Deps {
			if dependency.Path == module {
				return dependency.Version
			}
		}
	}
	return "unknown"
}
