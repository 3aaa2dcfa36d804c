// A reverse proxy with Coraza and the OWASP Core Rule Set: main BACKEND LEVEL [EXCLUSIONS]. It prints its address.
package main

import (
	"fmt"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"

	coreruleset "github.com/corazawaf/coraza-coreruleset/v4"
	"github.com/corazawaf/coraza/v3"
	txhttp "github.com/corazawaf/coraza/v3/http"
)

func main() {
	backend, err := url.Parse(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	exclusions := ""
	if len(os.Args) > 3 {
		text, err := os.ReadFile(os.Args[3])
		if err != nil {
			log.Fatal(err)
		}
		exclusions = string(text)
	}
	level := fmt.Sprintf(`SecAction "id:900000,phase:1,pass,nolog,t:none,setvar:tx.blocking_paranoia_level=%s"`, os.Args[2])
	waf, err := coraza.NewWAF(coraza.NewWAFConfig().
		WithRootFS(coreruleset.FS).
		WithDirectives("Include @coraza.conf-recommended\nSecRuleEngine On\nSecAuditEngine Off\nInclude @crs-setup.conf.example").
		WithDirectives(level).
		WithDirectives(exclusions).
		WithDirectives("Include @owasp_crs/*.conf"))
	if err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(backend)
		r.Out.Host = r.In.Host
	}}
	fmt.Printf("http://%s\n", listener.Addr())
	log.Fatal(http.Serve(listener, txhttp.WrapHandler(waf, proxy)))
}
